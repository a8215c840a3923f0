/** The one way from the page to the API: a route by its name, what it takes, and an answer that fits its schema. */
import { z } from "zod";
import type { ErrorReport } from "../../api/errors.js";
import {
  type AnswerOf,
  type CallOf,
  ErrorAnswer,
  REQUEST_HEADER,
  ROUTES,
  type Route,
  type RouteName,
} from "../../api/server/routes.js";

/** The server understood and said no: the report has a code, a sentence and a hint. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly report: ErrorReport,
  ) {
    super(report.message);
  }
}

/** Somebody between us and the server answered, without a report. */
export class Unexplained extends Error {
  constructor(readonly status: number) {
    super(`The answer is ${status}, without a reason.`);
  }
}

/** Nobody answered. */
export class Unreachable extends Error {}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** What a call may carry besides what its route takes. */
export interface CallOptions {
  readonly upload?: Blob; // a page sent as it is
  readonly signal?: AbortSignal;
}

export async function call<Name extends RouteName>(
  name: Name,
  input: CallOf<Name>,
  options: CallOptions = {},
): Promise<AnswerOf<Name>> {
  const route: Route = ROUTES[name];
  const response = await sent(route, input as Parts, options);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(body, response.status);
  return z.parse(route.answer as z.ZodType<AnswerOf<Name>>, body);
}

async function sent(route: Route, { params, query, body }: Parts, { upload, signal }: CallOptions): Promise<Response> {
  const type = upload ? "text/html" : body === undefined ? undefined : "application/json";
  try {
    return await fetch(written(route, { params, query }), {
      method: route.method,
      headers: { [REQUEST_HEADER]: "1", ...(type && { "content-type": type }) },
      ...(type && { body: upload ?? JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Unreachable("Nobody answers.");
  }
}

/** The address of a stream: an export, a style sheet or a picture. */
export function addressOf<Name extends RouteName>(name: Name, input: CallOf<Name>): string {
  return written(ROUTES[name], input as Parts);
}

function written({ path }: Route, { params = {}, query = {} }: { params?: Parts["params"]; query?: Parts["query"] }): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length ? `${filled}?${new URLSearchParams(given)}` : filled;
}

function refusal(body: unknown, status: number): Refused | Unexplained {
  const parsed = ErrorAnswer.safeParse(body);
  return parsed.success ? new Refused(status, parsed.data.error) : new Unexplained(status);
}
