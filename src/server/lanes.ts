/** Work of one key is done one at a time; a limited number waits for it, and a limited number of keys is at work. */

export interface LaneLimits {
  readonly waiting: number; // in one lane
  readonly lanes: number;
}

/** Gives undefined, at once, where there is no room. */
export type Lanes = <Result>(key: string, work: () => Promise<Result>) => Promise<Result> | undefined;

export function makeLanes({ waiting, lanes }: LaneLimits): Lanes {
  const lines = new Map<string, (() => void)[]>(); // who waits; a lane without a line is free
  const leave = (key: string): void => {
    const next = lines.get(key)?.shift();
    if (next) next();
    else lines.delete(key);
  };
  return (key, work) => {
    const line = lines.get(key);
    if (line ? line.length >= waiting : lines.size >= lanes) return undefined;
    const turn = line && new Promise<void>((come) => line.push(come));
    if (!line) lines.set(key, []);
    return (async () => {
      await turn;
      try {
        return await work();
      } finally {
        leave(key);
      }
    })();
  };
}
