export function Brand() {
  return (
    <svg viewBox="0 0 22 22" width="22" height="22" aria-hidden="true">
      <path d="M1 20V16h20v4z" fill="var(--bar-2)" />
      <path d="M4 20V11h11v9z" fill="var(--ink-3)" />
      <path d="M7.5 20V2h3.6v18z" fill="var(--ink)" />
    </svg>
  );
}
