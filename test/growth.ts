/** Whether time grows as the text does: twice the text may take a little more than twice the time, not four times. */

export const MOST_GROWTH = 2.6; // time at 2 n over time at n
const PAIRS = 7;
const TELLING_MS = 8; // below, the clock says nothing
const TRIES = 4; // another process may have taken the processor, or a collection of garbage
const QUICK_MS = 150; // below, what is doubtful is tried with twice as much

/** Milliseconds of the processor, or by the clock if that is less: what other processes take is not the text's. */
export function msOf(run: () => unknown): number {
  const clock = performance.now();
  const processor = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(processor);
  return Math.min(performance.now() - clock, (user + system) / 1000);
}

/** Of four, so that quotes which are closed at n are closed at 2 n. */
const whole = (n: number): number => Math.ceil(n / 4) * 4;

/** Median over interleaved pairs of time at 2 n over time at n; undefined where `largest` characters take no time to speak of. */
export function growthOf(read: (text: string) => unknown, make: (n: number) => string, largest: number): number | undefined {
  const most = whole(largest / 2 / (make(1_000).length / 1_000));
  let n = whole(most / 16); // what is quadratic shows here already, before it takes minutes
  while (n < most && msOf(() => read(make(n))) < TELLING_MS) n = Math.min(n * 4, most);
  let least: number | undefined;
  for (let tries = 0; tries < TRIES && (least ?? Number.POSITIVE_INFINITY) > MOST_GROWTH; tries++) {
    const [once, twice] = [make(n), make(2 * n)];
    const ms = msOf(() => read(twice));
    if (ms < 2 * TELLING_MS) return least;
    const ratios = Array.from({ length: PAIRS }, () => {
      const first = msOf(() => read(once));
      return msOf(() => read(twice)) / first;
    });
    if (ms < QUICK_MS) n *= 2;
    least = Math.min(least ?? Number.POSITIVE_INFINITY, ratios.sort((a, b) => a - b).at((PAIRS - 1) / 2) ?? 0);
  }
  return least;
}
