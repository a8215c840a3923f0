/** What is being read, in words; nothing for the first 300 ms, so that a quick answer does not flicker. */
import { useEffect, useState } from "react";

const PATIENCE_MS = 300;

export function Waiting({ text }: { text: string }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="waiting dim" role="status">
      {isLong ? text : ""}
    </p>
  );
}
