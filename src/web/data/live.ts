/**
 * News from the server: which thing changed. What is shown of it is asked for again and changes in place.
 *
 * What was asked for before we listened, at first or after a lost connection, is asked for once more; nothing is replayed.
 */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { ServerEvent } from "../../api/server/events.js";
import type { RouteName } from "../../api/server/routes.js";
import { keyFor } from "./ask.js";
import { addressOf } from "./client.js";
import { listen } from "./stream.js";

export interface Live {
  readonly lostAt: Date | null; // since when nobody answers
  readonly subscribe: (listener: (event: ServerEvent) => void) => () => void;
}

export const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error("There is no connection above this part.");
  return live;
}

/** Calls back on every event while the part is shown. */
export function useNews(listener: (event: ServerEvent) => void): void {
  const { subscribe } = useLive();
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => subscribe((event) => latest.current(event)), [subscribe]);
}

/** Which answers an event makes old. */
const TOUCHED: Readonly<Record<ServerEvent["kind"], readonly RouteName[]>> = {
  hello: [],
  source: ["source", "sources", "removedSources", "versions", "version", "withheld", "me"],
  check: ["source", "sources", "timeline", "check"],
  harvest: ["source", "sources", "timeline", "check", "records", "record", "recordVersions", "proof", "withheld"],
  progress: ["source"],
  warning: ["warnings", "warning", "me"],
  draft: ["drafts"], // the draft itself is asked for by its own screen, which knows its revision
  demo: ["demo"],
};

export function useConnection(isSignedIn: boolean): Live {
  const client = useQueryClient();
  const [lostAt, setLostAt] = useState<Date | null>(null);
  const listeners = useRef(new Set<(event: ServerEvent) => void>());
  const subscribe = useRef<Live["subscribe"]>((listener) => {
    listeners.current.add(listener);
    return () => listeners.current.delete(listener);
  });
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const gathered = gather(client);
    let isBehind = true; // something may have happened that we were not told, also before the first word
    const stop = listen(addressOf("events", {}), {
      onData: (data) => {
        const parsed = ServerEvent.safeParse(JSON.parse(data));
        if (!parsed.success) return;
        if (parsed.data.kind === "hello") {
          setLostAt(null);
          if (isBehind) void client.invalidateQueries();
          isBehind = false;
        }
        gathered.add(parsed.data);
        for (const listener of listeners.current) listener(parsed.data);
      },
      onLost: () => {
        isBehind = true;
        setLostAt((before) => before ?? new Date());
      },
      onRefused: () => void client.invalidateQueries({ queryKey: keyFor("me") }),
      onMissing: () => {
        isBehind = true;
      },
    });
    return () => {
      stop();
      gathered.drop();
      setLostAt(null);
    };
  }, [client, isSignedIn]);
  return { lostAt, subscribe: subscribe.current };
}

const GATHER_MS = 500;

/** Asks once for what many events have made old: a burst of checks would reach the limit of requests. */
function gather(client: QueryClient) {
  const old = new Set<RouteName>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    timer = undefined;
    for (const name of old) void client.invalidateQueries({ queryKey: keyFor(name) });
    old.clear();
  };
  return {
    add({ kind }: ServerEvent): void {
      for (const name of TOUCHED[kind]) old.add(name);
      if (old.size > 0) timer ??= setTimeout(refresh, GATHER_MS);
    },
    drop: (): void => clearTimeout(timer),
  };
}
