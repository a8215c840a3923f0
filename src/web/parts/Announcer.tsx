/** One polite region per screen for screen readers: what is said within five seconds is said together. */
import { VisuallyHidden } from "@mantine/core";
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";

const PAUSE_MS = 5000;

const AnnounceContext = createContext<(sentence: string, isAtOnce?: boolean) => void>(() => {});

export const useAnnounce = () => useContext(AnnounceContext);

export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState("");
  const waiting = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useCallback(() => {
    timer.current = undefined;
    if (!waiting.current.length) return;
    setSaid(waiting.current.splice(0).join(" "));
    timer.current = setTimeout(flush, PAUSE_MS);
  }, []);
  const announce = useCallback(
    (sentence: string, isAtOnce = false) => {
      if (isAtOnce)
        waiting.current = [sentence]; // the person moved on: what was still to be said is old
      else if (!waiting.current.includes(sentence)) waiting.current.push(sentence);
      if (isAtOnce || timer.current === undefined) {
        clearTimeout(timer.current);
        flush();
      }
    },
    [flush],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden role="status" aria-live="polite">
        {said}
      </VisuallyHidden>
    </AnnounceContext>
  );
}
