/** A state as word, shape and colour; the shape may be missed, the word never. */
import type { ReactNode } from "react";
import type { StateWord as State } from "../../api/server/sources.js";
import { useTexts } from "../texts/language.js";

type Tone = "good" | "note" | "warn" | "bad" | "quiet";

const ring = (extra: Record<string, string> = {}) => (
  <circle cx="7" cy="7" r="5.2" fill="none" stroke="currentColor" strokeWidth="1.6" {...extra} />
);

const LOOKS: Readonly<Record<State, { tone: Tone; shape: ReactNode }>> = {
  broken: {
    tone: "bad",
    shape: (
      <>
        <rect x="1" y="1" width="12" height="12" rx="2" fill="currentColor" />
        <path d="M4.6 4.6l4.8 4.8m0-4.8L4.6 9.4" stroke="var(--surface)" strokeWidth="1.7" strokeLinecap="round" />
      </>
    ),
  },
  deferred: { tone: "bad", shape: <path d="M7 1.2L13.4 12.6H.6z" fill="currentColor" /> },
  silent: { tone: "warn", shape: ring({ strokeDasharray: "2.4 2.2" }) },
  withholding: {
    tone: "warn",
    shape: (
      <>
        {ring()}
        <path d="M3.4 8.6l5.2-5.2M4.6 10.6l6-6M7 11.4l4.2-4.2" stroke="currentColor" strokeWidth="1.1" />
      </>
    ),
  },
  unreachable: {
    tone: "warn",
    shape: (
      <>
        {ring()}
        <path d="M3.3 10.7l7.4-7.4" stroke="currentColor" strokeWidth="1.6" />
      </>
    ),
  },
  unrecognised: { tone: "warn", shape: ring({ strokeDasharray: "0.1 3.1", strokeLinecap: "round", strokeWidth: "2" }) },
  provisional: { tone: "note", shape: ring() },
  unconfirmed: {
    tone: "note",
    shape: <path d="M7 1.6L12.4 7 7 12.4 1.6 7z" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  },
  healed: { tone: "good", shape: <path d="M7 .8L13.2 7 7 13.2.8 7z" fill="currentColor" /> },
  changed: {
    tone: "note",
    shape: (
      <>
        {ring()}
        <path d="M7 1.8a5.2 5.2 0 0 1 0 10.4z" fill="currentColor" />
      </>
    ),
  },
  healthy: { tone: "good", shape: <circle cx="7" cy="7" r="5.6" fill="currentColor" /> },
  paused: { tone: "quiet", shape: <path d="M2.6 1.6h3v10.8h-3zM8.4 1.6h3v10.8h-3z" fill="currentColor" /> },
};

export function StateWord({ state, isPill = false }: { state: State; isPill?: boolean }) {
  const { t } = useTexts();
  const { tone, shape } = LOOKS[state];
  return (
    <span className={`st ${tone}${isPill ? " pill" : ""}`}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        {shape}
      </svg>
      {t(`state.${state}`)}
    </span>
  );
}
