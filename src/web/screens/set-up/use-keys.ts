/** Keys of the whole screen. Single letters act only inside their list; here are chords, digits while asked, and F6. */
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from "react";

interface Acts {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly help: () => void;
  readonly place: ((place: number) => void) | undefined; // while a text stands in several places
  readonly leave: (() => void) | undefined; // while a text is under the hand
  readonly paste: (text: string) => void;
}

const STOPS = ["page", "labels", "results", "keep"];

export function useKeys(acts: Acts) {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => onKey(event, latest.current);
    const onPaste = (event: ClipboardEvent): void => {
      if (isWritten(event.target)) return;
      event.preventDefault();
      latest.current.paste(event.clipboardData?.getData("text/plain") ?? "");
    };
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("paste", onPaste);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("paste", onPaste);
    };
  }, []);
  return { onKey: (event: KeyboardEvent | ReactKeyboardEvent) => isFromFrame(event) && onKey(event, latest.current) };
}

/** What is pressed inside the frame does not reach our window by itself; what is pressed on our page does. */
const isFromFrame = (event: KeyboardEvent | ReactKeyboardEvent): boolean => (event.target as Node).ownerDocument !== document;

function onKey(event: KeyboardEvent | ReactKeyboardEvent, acts: Acts): void {
  const act = event.defaultPrevented ? undefined : actFor(event, acts);
  if (!act) return;
  event.preventDefault();
  act();
}

function actFor(event: KeyboardEvent | ReactKeyboardEvent, acts: Acts): (() => void) | undefined {
  const { key } = event;
  const isChord = event.ctrlKey || event.metaKey;
  const isWriting = isWritten(event.target);
  if (key === "F6") return () => nextStop(event.shiftKey ? -1 : 1);
  if (isChord && key.toLowerCase() === "z" && (!isWriting || isIdle(event.target))) return event.shiftKey ? acts.redo : acts.undo;
  if (isChord) return undefined;
  if (key === "Escape") return acts.leave;
  const digit = Number.parseInt(key, 10);
  const { place } = acts;
  if (place && digit >= 1 && digit <= 9 && !hasText(event.target)) return () => place(digit);
  if (key === "?" && !isWriting) return acts.help;
  return undefined;
}

function isWritten(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** The box has the focus after every label; while it is empty there is nothing in it to undo. */
function isIdle(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.id === "paste-box" && target.value === "";
}

/** An empty box does not need the digit; one with a text does. */
function hasText(target: EventTarget | null): boolean {
  return isWritten(target) && (target as HTMLInputElement).value !== "" && (target as HTMLElement).id !== "paste-box";
}

const FOCUSABLE = "[tabindex='0'], input, select, textarea, button, a[href]";

function nextStop(step: 1 | -1): void {
  const at = STOPS.findIndex((name) => document.querySelector(`[data-stop="${name}"]`)?.contains(document.activeElement));
  const next = STOPS[(at + step + STOPS.length) % STOPS.length];
  const stop = document.querySelector(`[data-stop="${next}"]`);
  const first = stop?.querySelector<HTMLElement>("[data-first]") ?? stop?.querySelector<HTMLElement>(FOCUSABLE);
  first?.focus();
}
