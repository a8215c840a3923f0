/** Routes as hooks: an answer that is kept and shared, an act that changes something. */
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { AnswerOf, CallOf, RouteName } from "../../api/server/routes.js";
import { call } from "./client.js";

/** What one call of one route is kept under; a prefix of it names all calls of the route. */
export const keyFor = (name: RouteName, input?: unknown): readonly unknown[] => (input === undefined ? [name] : [name, input]);

export function asking<Name extends RouteName>(name: Name, input: CallOf<Name>) {
  return queryOptions<AnswerOf<Name>>({
    queryKey: keyFor(name, input),
    queryFn: ({ signal }) => call(name, input, { signal }),
  });
}

/** The answer now, and again whenever the server says that it changed; the last one stays while the next is asked for. */
export function useAnswer<Name extends RouteName>(name: Name, input: CallOf<Name>, { isOn = true }: { isOn?: boolean } = {}) {
  return useQuery({ ...asking(name, input), enabled: isOn, placeholderData: keepPreviousData });
}
