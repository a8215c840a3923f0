/** What a foreign page says, verbatim: serif, in its own language and direction. */
import type { ReactNode } from "react";

export function Quote({
  children,
  language,
  isClipped = false,
}: {
  children: ReactNode;
  language?: string | null;
  isClipped?: boolean;
}) {
  return (
    <span className={isClipped ? "q clip" : "q"} dir="auto" {...(language && { lang: language })}>
      {children}
    </span>
  );
}
