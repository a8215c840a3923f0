/** Records can be looked for from every screen; `/` comes here. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTexts } from "../texts/language.js";

export function SearchBox() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  const [q, setQ] = useState("");
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isWriting(event.target) || !box.current?.checkVisibility()) return;
      event.preventDefault();
      box.current.focus();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <search className="top-search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: "/records", search: { q: q.trim() || undefined } });
          setQ("");
        }}
      >
        <input
          ref={box}
          type="search"
          className="in"
          aria-label={t("shell.search")}
          placeholder={t("shell.search")}
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
        <kbd className="kbd">/</kbd>
      </form>
    </search>
  );
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
