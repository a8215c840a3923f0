/** Who waits for whom when passwords are checked: nothing here is hashed, and nothing sleeps longer than what is measured. */
import { describe, expect, it } from "vitest";
import { makeHashQueue } from "../../src/server/hash-queue.js";
import { makeLanes } from "../../src/server/lanes.js";

/** Work that ends when the test says so. */
function jobs() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((end) => ends.set(name, () => end(name)));
    },
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}
const settled = () => new Promise((done) => setImmediate(done));

describe("the queue for hashing", () => {
  it("does two at a time, lets six wait in their order, and sends the rest away at once", async () => {
    const queue = makeHashQueue();
    const { begun, work, end } = jobs();
    const asked = Array.from({ length: 10 }, (_, i) => queue.hash(work(String(i))));
    expect(asked.map((each) => each !== undefined)).toEqual([...Array(8).fill(true), false, false]);
    await settled();
    expect(begun).toEqual(["0", "1"]);
    await end("1");
    expect(begun).toEqual(["0", "1", "2"]);
    expect(queue.hash(work("late"))).toBeDefined(); // there is room for one again
    for (const name of ["0", "2", "3", "4", "5", "6", "7", "late"]) await end(name);
    expect(await Promise.all(asked)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", undefined, undefined]);
    expect(begun.at(-1)).toBe("late");
  });

  it("goes on after a hash that failed", async () => {
    const queue = makeHashQueue();
    const fail = async () => Promise.reject(new Error("no memory"));
    const asked = [queue.hash(fail), queue.hash(fail), queue.hash(async () => "done")];
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  });

  it("lets a thousand invented names wait without doing their work, and keeps no real one waiting for them", async () => {
    const queue = makeHashQueue();
    const { begun, work, end } = jobs();
    const first = queue.pretend(work("measured")); // nobody knows yet how long it takes
    const invented = Array.from({ length: 1000 }, (_, i) => queue.pretend(work(`invented ${i}`)));
    const real = queue.hash(work("real"));
    await settled();
    expect(begun).toEqual(["measured", "real"]);
    await end("real");
    expect(await real).toBe("real");
    await end("measured");
    await Promise.all([first, ...invented]);
    expect(begun).toEqual(["measured", "real"]);
  });

  it("lets an invented name wait for those before it, and sends it away where a real one would be", async () => {
    const queue = makeHashQueue();
    await queue.hash(async () => {});
    const { work, end } = jobs();
    for (const name of ["a", "b", "c"]) void queue.hash(work(name));
    let isOver = false;
    const invented = queue.pretend(work("x"))?.then(() => {
      isOver = true;
    });
    await settled();
    expect(isOver).toBe(false);
    await end("a"); // c begins: still nothing free
    expect(isOver).toBe(false);
    await end("b");
    await invented;
    expect(isOver).toBe(true);
    for (const name of ["d", "e", "f", "g", "h", "i", "j"]) void queue.hash(work(name));
    expect([queue.hash(work("k")), queue.pretend(work("y"))]).toEqual([undefined, undefined]);
  });
});

describe("lanes", () => {
  it("do one at a time in each, in order, and leave nothing behind", async () => {
    const inLane = makeLanes({ waiting: 2, lanes: 2 });
    const { begun, work, end } = jobs();
    const asked = ["a1", "a2", "a3", "a4", "b1", "c1"].map((name) => inLane(name.slice(0, 1), work(name)));
    expect(asked.map((each) => each !== undefined)).toEqual([true, true, true, false, true, false]);
    await settled();
    expect(begun).toEqual(["a1", "b1"]);
    await end("a1");
    expect(begun).toEqual(["a1", "b1", "a2"]);
    await end("b1");
    const c = inLane("c", work("c1"));
    await settled();
    for (const name of ["a2", "a3", "c1"]) await end(name);
    expect(await Promise.all([...asked, c])).toEqual(["a1", "a2", "a3", undefined, "b1", undefined, "c1"]);
  });

  it("go on after work that failed", async () => {
    const inLane = makeLanes({ waiting: 1, lanes: 1 });
    const failing = inLane("a", () => Promise.reject(new Error("no")));
    const next = inLane("a", async () => "next");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("next");
  });
});
