/** A link to a page of somebody else. What is no web address is a text: a page could write anything there. */
import type { ReactNode } from "react";

export function Outside({ address, className, children }: { address: string; className?: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(address)) return <span title={address}>{children}</span>;
  return (
    <a {...(className !== undefined && { className })} href={address} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
