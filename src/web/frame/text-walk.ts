/** Walking the texts of a page by keys: ↑ ↓ go, Shift widens to the next one, Enter takes, Escape lets go. */
import { useMemo, useState } from "react";
import type { Page, Span } from "../../core/page/page.js";
import type { Mark } from "./mark.js";
import { displayedTexts } from "./words.js";

interface WalkKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  preventDefault: () => void;
}

interface WalkEvents {
  readonly onMove: (span: Span, text: string) => void;
  readonly onTake: (span: Span) => void;
}

export function useTextWalk(page: Page, { onMove, onTake }: WalkEvents) {
  const texts = useMemo(() => displayedTexts(page), [page]);
  const [at, setAt] = useState<{ first: number; last: number } | null>(null);
  const spanFrom = (first: number, last: number): Span | undefined => {
    const [from, to] = [texts[first], texts[last]];
    return from && to && { start: from.span.start, end: to.span.end };
  };
  const span = at ? spanFrom(at.first, at.last) : undefined;

  const move = (first: number, last: number): void => {
    const target = spanFrom(first, last);
    if (!target) return;
    setAt({ first, last });
    onMove(
      target,
      texts
        .slice(first, last + 1)
        .map(({ text }) => text)
        .join(" "),
    );
  };
  const step = (by: 1 | -1, isWider: boolean): void => {
    if (!at) move(by > 0 ? 0 : texts.length - 1, by > 0 ? 0 : texts.length - 1);
    else if (isWider) move(at.first, Math.max(at.first, Math.min(at.last + by, texts.length - 1)));
    else {
      const next = Math.max(0, Math.min((by > 0 ? at.last : at.first) + by, texts.length - 1));
      move(next, next);
    }
  };

  /** True if the key was for the walk. */
  const onKey = (event: WalkKey): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event.key === "ArrowDown" ? 1 : -1, event.shiftKey);
    else if (event.key === "Enter" && span) {
      onTake(span);
      setAt(null);
    } else if (event.key === "Escape" && at) setAt(null);
    else return false;
    event.preventDefault();
    return true;
  };
  const mark = useMemo<Mark | undefined>(() => {
    const [from, to] = at ? [texts[at.first], texts[at.last]] : [];
    return from && to && { id: "walk", spans: [{ start: from.span.start, end: to.span.end }], look: "walk" };
  }, [at, texts]);
  return { onKey, mark };
}
