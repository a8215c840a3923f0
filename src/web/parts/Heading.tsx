/** What a screen is headed by, which is what its tab is called too, after the count of open warnings. */
import { type ReactNode, useEffect } from "react";
import { useMe } from "../data/me.js";

interface HeadingProps {
  readonly title: string;
  readonly className?: string;
  readonly id?: string;
  readonly children?: ReactNode; // where the heading is more than the title
}

export function Heading({ title, className = "t1", id, children = title }: HeadingProps) {
  const { openWarnings } = useMe();
  useEffect(() => {
    document.title = `${openWarnings > 0 ? `(${openWarnings}) ` : ""}${title} · bartree`;
    return () => {
      document.title = "bartree"; // until the next screen has something to show
    };
  }, [title, openWarnings]);
  return (
    <h1 className={className} id={id}>
      {children}
    </h1>
  );
}
