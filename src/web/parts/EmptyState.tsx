/** Nothing here yet: one sentence why, one act. */
import type { ReactNode } from "react";

export function EmptyState({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <div className="row wrap" style={{ padding: "20px 16px", gap: 12 }}>
      <p className="mut">{text}</p>
      {children}
    </div>
  );
}
