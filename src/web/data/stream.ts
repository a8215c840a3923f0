/**
 * The event stream while somebody looks: opened again after it was lost, closed while the tab is hidden.
 *
 * A browser gives up for good where the answer is an error (a proxy's 502, a session that ended), and over HTTP/1.1 it has
 * six connections to a host, of which every open stream takes one: the seventh tab would wait for ever.
 */
const FIRST_WAIT_MS = 2_000; // before another try, twice as long each time
const LONGEST_WAIT_MS = 30_000;
const HIDDEN_MS = 5_000; // who only passes by another tab loses nothing

interface Listener {
  readonly onData: (data: string) => void;
  readonly onLost: () => void; // nobody answers, or not as wished
  readonly onRefused: () => void; // the answer was an error: whoever looks may no longer be signed in
  readonly onMissing: () => void; // from now on, or until now, nobody listens
}

/** Listens until the function it gives is called. */
export function listen(address: string, { onData, onLost, onRefused, onMissing }: Listener): () => void {
  let source: EventSource | undefined;
  let wait = FIRST_WAIT_MS;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const close = (): void => {
    clearTimeout(opening);
    source?.close();
    source = undefined;
  };
  const open = (): void => {
    close();
    const own = new EventSource(address);
    source = own;
    own.onmessage = ({ data }) => {
      wait = FIRST_WAIT_MS;
      onData(data);
    };
    own.onerror = () => {
      onLost();
      if (own.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      onRefused();
      opening = setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    };
  };
  const rest = (): void => {
    close();
    onMissing();
  };
  const look = (): void => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(rest, HIDDEN_MS);
    else if (!source) open();
  };

  if (document.hidden) onMissing();
  else open();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    clearTimeout(hiding);
    close();
  };
}
