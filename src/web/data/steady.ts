/** Rows that stay where they are while a person looks: values change in place, order and membership only when asked. */
import { useRef, useState } from "react";

interface Row {
  readonly id: string;
}

/** `rows` are those of this address, or undefined while they are asked for. */
export function useSteady<R extends Row>(rows: readonly R[] | undefined, address: string) {
  const kept = useRef<{ address: string; ids: readonly string[] }>(undefined);
  const [, setUpdates] = useState(0);
  const isFresh = kept.current?.address !== address || kept.current.ids.length === 0; // nothing stands there to be moved
  if (rows && isFresh) kept.current = { address, ids: rows.map(({ id }) => id) };
  const ids = kept.current?.ids ?? [];
  const newest = rows ?? [];
  const last = useRef(new Map<string, R>());
  for (const row of newest) last.current.set(row.id, row); // a row that left the list is shown as it was last
  return {
    rows: ids.flatMap((id) => last.current.get(id) ?? []),
    added: newest.filter(({ id }) => !ids.includes(id)).length,
    moved: rows
      ? movedIn(
          ids,
          rows.map(({ id }) => id),
        )
      : 0,
    update: (): void => {
      kept.current = { address, ids: newest.map(({ id }) => id) };
      setUpdates((n) => n + 1);
    },
  };
}

/** How many came, went, or stand elsewhere among those that stayed. */
export function movedIn(shown: readonly string[], newest: readonly string[]): number {
  const [stayed, ordered] = [shown.filter((id) => newest.includes(id)), newest.filter((id) => shown.includes(id))];
  const elsewhere = stayed.filter((id, i) => ordered[i] !== id).length;
  return shown.length - stayed.length + (newest.length - ordered.length) + elsewhere;
}
