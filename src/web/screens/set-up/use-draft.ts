/**
 * A draft under the hand: it saves itself at every act, and every act can be undone.
 *
 * An act is a change from labels to labels. If another tab was first, it is done again on what is there now, so neither
 * tab loses anything; undo takes back what the act changed, not what others did since.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { DraftView } from "../../../api/server/drafts.js";
import type { CallOf } from "../../../api/server/routes.js";
import { asking, keyFor, useAnswer } from "../../data/ask.js";
import { call, Refused } from "../../data/client.js";
import { useNews } from "../../data/live.js";
import { carried } from "./carried.js";
import { type Pages, pagesOf } from "./pages.js";

interface Step {
  readonly name: string; // of the act, as the undo button says it
  readonly before: Pages;
  readonly after: Pages;
}

interface History {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

/** Of drafts that were open in this tab: leaving a draft and coming back keeps what can be undone. */
const histories = new Map<string, History>();
const NONE: History = { done: [], undone: [] };

type Settings = Omit<CallOf<"setDraftSettings">["body"], "revision">;

export function useDraft(id: string) {
  const client = useQueryClient();
  const input = { params: { id } };
  const answer = useAnswer("draft", input);
  const [history, setHistory] = useState<History>(histories.get(id) ?? NONE);
  const scope = { id: `draft ${id}` }; // one request after the other, each on what the one before left
  const [isFromElsewhere, setFromElsewhere] = useState(false);
  const [stuck, setStuck] = useState<string>();
  const known = useRef<DraftView>(undefined);
  const heard = useRef(0); // the newest revision we were told of
  const refusal = useRef<Error>(undefined); // of what was still being saved when one kept the draft
  known.current = answer.data;

  const remember = (next: History): void => {
    histories.set(id, next);
    setHistory(next);
  };

  /** Asked for now: an answer that is under way already may be older than what we were told of. */
  const fresh = useCallback(async (): Promise<DraftView> => {
    const draft = asking("draft", { params: { id } });
    await client.refetchQueries({ queryKey: draft.queryKey, exact: true });
    return client.fetchQuery({ ...draft, staleTime: Number.POSITIVE_INFINITY });
  }, [client, id]);

  /** What a write has answered; an older answer that is still under way must not come after it. */
  const keep = async (draft: DraftView): Promise<void> => {
    const queryKey = keyFor("draft", { params: { id } });
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, draft);
    known.current = draft;
    if (heard.current > draft.revision) void fresh();
  };

  /** Calls with the revision that is known; once more with the newest if another tab was first. */
  const write = async (send: (draft: DraftView) => Promise<DraftView>): Promise<DraftView> => {
    const draft = known.current ?? (await fresh());
    try {
      return await send(draft);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
      setFromElsewhere(true);
      return send(await fresh());
    }
  };

  const onRefused = (error: Error): void => {
    refusal.current = error;
  };
  const acting = useMutation({
    scope,
    mutationFn: async ({ change }: { change: (pages: Pages) => Pages; onDone: (before: Pages, after: Pages) => void }) => {
      let before: Pages = [];
      const draft = await write((now) => {
        before = pagesOf(now);
        return call("setLabels", { params: { id }, body: { revision: now.revision, pages: [...change(before)] } });
      });
      await keep(draft);
      return { before, after: pagesOf(draft) }; // of values of one kind the server finds the others
    },
    onSuccess: ({ before, after }, { onDone }) => onDone(before, after),
    onError: onRefused,
  });
  const setting = useMutation({
    scope,
    mutationFn: async (settings: Settings) => {
      const draft = await write((now) =>
        call("setDraftSettings", { params: { id }, body: { revision: now.revision, ...settings } }),
      );
      await keep(draft);
    },
    onError: onRefused,
  });

  const listing = useMutation({
    scope,
    mutationFn: async (records: CallOf<"setListLabels">["body"]["records"]) => {
      const draft = await write((now) => call("setListLabels", { params: { id }, body: { revision: now.revision, records } }));
      await keep(draft);
    },
    onError: onRefused,
  });

  /** After all that is still being saved; not at all where that is refused. */
  const keeping = useMutation({
    scope,
    onMutate: () => {
      refusal.current = undefined;
    },
    mutationFn: async () => {
      if (refusal.current !== undefined) throw refusal.current;
      const { revision } = known.current ?? (await fresh());
      return call("keepDraft", { params: { id }, body: { revision } });
    },
    onError: (error) => {
      if (error instanceof Refused && error.status === 409) void fresh(); // to be seen before it is kept
    },
  });

  useNews((event) => {
    if (event.kind !== "draft" || event.draftId !== id) return;
    const mine = known.current;
    heard.current = Math.max(heard.current, event.revision);
    if (acting.isPending || (mine && event.revision < mine.revision)) return;
    void fresh().then((draft) => {
      if (mine && JSON.stringify(pagesOf(mine)) !== JSON.stringify(pagesOf(draft))) setFromElsewhere(true);
    });
  });

  const latest = (): History => histories.get(id) ?? NONE; // two quick undos take back two acts
  /** The last step of one pile is done the other way on what is there now; given up where another tab changed the same labels. */
  const carry = async (pile: keyof History): Promise<boolean> => {
    if (latest()[pile].length === 0) return false;
    const found: { step: Step | undefined; isStuck: boolean } = { step: undefined, isStuck: false };
    await acting.mutateAsync({
      change(now) {
        const step = latest()[pile].at(-1);
        if (!step) return now;
        const pages = pile === "done" ? carried(now, step.after, step.before) : carried(now, step.before, step.after);
        Object.assign(found, { step, isStuck: pages === undefined });
        return pages ?? now;
      },
      onDone() {
        const other = pile === "done" ? "undone" : "done";
        const { [pile]: from, [other]: to } = latest();
        const taken = found.step && !found.isStuck ? [found.step] : [];
        remember({ ...NONE, [pile]: from.slice(0, -1), [other]: [...to, ...taken] });
      },
    });
    setStuck(found.isStuck ? found.step?.name : undefined);
    return found.step !== undefined && !found.isStuck;
  };
  const act = (name: string, change: (pages: Pages) => Pages): Promise<unknown> => {
    setFromElsewhere(false);
    setStuck(undefined);
    return acting.mutateAsync({
      change,
      onDone: (before, after) => remember({ done: [...latest().done, { name, before, after }], undone: [] }),
    });
  };
  const [last, next] = [history.done.at(-1), history.undone.at(-1)];
  return {
    answer,
    act,
    undo: { name: last?.name, run: () => carry("done") },
    redo: { name: next?.name, run: () => carry("undone") },
    setRecords: (records: CallOf<"setListLabels">["body"]["records"]) => listing.mutateAsync(records),
    setSettings: (settings: Settings) => setting.mutateAsync(settings),
    keeping,
    error: acting.error ?? setting.error,
    isFromElsewhere,
    stuck, // the act that could not be taken back or done again
  };
}

export type Draft = ReturnType<typeof useDraft>;
