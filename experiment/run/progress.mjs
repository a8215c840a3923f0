/** A progress bar on standard error; where that is no terminal, a line every tenth. */
const WIDTH = 30;

export function progressBar(total, already, { stream = process.stderr, now = Date.now } = {}) {
  const began = now();
  let done = already;
  let told = Math.floor((10 * already) / total);
  return {
    step() {
      done += 1;
      const left = ((now() - began) / (done - already)) * (total - done);
      const line = `${bar(done / total)} ${done}/${total} units, ${duration(left)} left`;
      if (stream.isTTY) stream.write(`\r${line}\u001b[K${done === total ? "\n" : ""}`);
      else if (Math.floor((10 * done) / total) > told) stream.write(`${line}\n`);
      told = Math.floor((10 * done) / total);
    },
  };
}

const bar = (share) => `[${"#".repeat(Math.round(share * WIDTH)).padEnd(WIDTH, "·")}]`;

function duration(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
