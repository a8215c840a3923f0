/** Nothing here yet: one sentence why, one act. */
import type { ReactNode } from "react";

export function EmptyState({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <div className="empty-state row wrap">
      <p className="mut">{text}</p>
      {children}
    </div>
  );
}
