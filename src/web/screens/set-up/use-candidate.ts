/** The text under the hand, before it is a label: pasted, selected or walked to, and where it stands. */
import { useCallback, useRef, useState } from "react";
import type { z } from "zod";
import type { LocateAnswer } from "../../../api/server/drafts.js";
import { call } from "../../data/client.js";
import type { Selected } from "../../frame/PageFrame.js";

export interface Candidate {
  readonly text: string;
  readonly answer: z.infer<typeof LocateAnswer>;
  readonly place: number | null; // which of several places is meant, from 1; null where there is one, or none is chosen yet
  readonly selected: Selected | null;
  readonly isOneValue: boolean; // said of several pasted lines
  readonly turn: number; // tells it from the one before, also where the text is the same
}

export function useCandidate(draftId: string, address: string) {
  const [candidate, setCandidate] = useState<Candidate | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isLooking, setLooking] = useState(false);
  const turn = useRef(0);

  const find = useCallback(
    async (text: string, selected: Selected | null = null): Promise<Candidate | undefined> => {
      const mine = ++turn.current;
      setLooking(true);
      setError(null);
      try {
        const answer = await call("locate", { params: { id: draftId }, body: { address, text, place: null } });
        if (mine !== turn.current) return undefined; // another text was looked for meanwhile
        const place = selected ? placeOf(answer, selected) : null;
        const found = { text, answer, selected, place, isOneValue: selected !== null, turn: mine };
        setCandidate(found);
        return found;
      } catch (cause) {
        if (mine === turn.current) setError(cause);
        return undefined;
      } finally {
        if (mine === turn.current) setLooking(false);
      }
    },
    [draftId, address],
  );
  const drop = useCallback(() => {
    turn.current++;
    setLooking(false);
    setCandidate(null);
    setError(null);
  }, []);
  /** Drops it once that is done, unless a person has taken up another text meanwhile; says whether it did. */
  const dropAfter = useCallback(
    async (done: Promise<unknown>): Promise<boolean> => {
      const mine = turn.current;
      await done;
      if (mine !== turn.current) return false;
      drop();
      return true;
    },
    [drop],
  );
  const choose = useCallback((place: number) => setCandidate((before) => before && { ...before, place }), []);
  const asOneValue = useCallback(() => setCandidate((before) => before && { ...before, isOneValue: true }), []);
  return { candidate, error, isLooking, find, drop, dropAfter, choose, asOneValue };
}

export type CandidateState = ReturnType<typeof useCandidate>;

/** Which of the places was pointed at. */
function placeOf({ located }: Candidate["answer"], { span }: Selected): number | null {
  if (located.kind !== "ambiguous") return null;
  const at = located.places.findIndex(({ start, end }) => start < span.end && span.start < end);
  return at < 0 ? null : at + 1;
}

/** Where a name suggests itself that no other label has, or that several values may share, one click is enough. */
export function nameAtOnce(candidate: Candidate, names: readonly string[]): string | undefined {
  const { name, kind, because } = candidate.answer.proposal;
  const isFree = !names.includes(name) || kind === "many";
  return isReady(candidate) && because !== "none" && isFree ? name : undefined;
}

/** A place is settled: what can be named now. */
export function isReady({ answer, place, isOneValue }: Candidate): boolean {
  const { kind } = answer.located;
  if (answer.texts > 1 && !isOneValue) return false;
  return kind === "found" || kind === "in-attribute" || (kind === "ambiguous" && place !== null);
}
