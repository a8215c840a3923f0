/** The button of an act that nothing takes back: one says twice that it shall be done. The focus then goes to the row beside. */
import { useState } from "react";
import { useIsOnline } from "../data/me.js";
import { focused } from "./focused.js";

interface ForGoodProps {
  readonly text: string;
  readonly again: string; // said the second time
  readonly className?: string;
  readonly isBusy?: boolean;
  readonly act: { readonly isPending: boolean; readonly mutate: (none: undefined, then: { onSuccess: () => void }) => void };
}

export function ForGood({ text, again, className = "btn small", isBusy = false, act }: ForGoodProps) {
  const isOnline = useIsOnline();
  const [isAsked, setAsked] = useState(false);
  return (
    <button
      type="button"
      className={className}
      data-for-good
      disabled={act.isPending || isBusy || !isOnline}
      onBlur={() => setAsked(false)}
      onKeyDown={(event) => event.key === "Enter" && event.repeat && event.preventDefault()} // a key that is held says it once
      onClick={({ detail, currentTarget }) => {
        if (!isAsked) setAsked(true);
        else if (detail < 2) act.mutate(undefined, { onSuccess: () => focused(beside(currentTarget)) }); // a double click says it once
      }}
    >
      {isAsked ? again : text}
    </button>
  );
}

/** The same button of the next row, or of the one before; where it was the only one, the screen. */
export function beside(button: HTMLElement): HTMLElement | null {
  const all = [...(button.closest("ul, tbody")?.querySelectorAll<HTMLElement>("[data-for-good]") ?? [])];
  const at = all.indexOf(button);
  return all[at + 1] ?? all[at - 1] ?? document.getElementById("content");
}
