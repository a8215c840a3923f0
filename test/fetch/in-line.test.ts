import { expect, it } from "vitest";
import { inLine } from "../../src/fetch/in-line.js";
import type { Turns } from "../../src/fetch/turns.js";

const WISH = { holdMs: 1000, patienceMs: 1000 };

/** Turns that count how many ask, and how many hold a host at a time. */
function counted(answer: "now" | "later" = "now") {
  const seen = { asked: 0, held: 0, most: 0 };
  const turns: Turns = async () => {
    seen.asked += 1;
    if (answer === "later") return { kind: "later", waitMs: 5 };
    seen.most = Math.max(seen.most, ++seen.held);
    return {
      kind: "now",
      async done() {
        seen.held -= 1;
      },
    };
  };
  return { seen, turns: inLine(turns) };
}

const rest = () => new Promise((done) => setTimeout(done, 1));

it("those behind the first do not ask until it is done, and come in their order", async () => {
  const { seen, turns } = counted();
  const first = await turns("a", WISH);
  const order: number[] = [];
  const others = [1, 2, 3].map(async (number) => {
    const turn = await turns("a", WISH);
    order.push(number);
    await rest();
    if (turn.kind === "now") await turn.done(0);
  });
  await rest();
  expect(seen).toEqual({ asked: 1, held: 1, most: 1 });
  if (first.kind === "now") await first.done(0);
  await Promise.all(others);
  expect(order).toEqual([1, 2, 3]);
  expect(seen).toEqual({ asked: 4, held: 0, most: 1 });
});

it("another host does not wait", async () => {
  const { seen, turns } = counted();
  await turns("a", WISH);
  expect((await turns("b", WISH)).kind).toBe("now");
  expect(seen.most).toBe(2);
});

it("who gives up in the line lets those behind it pass; so does a host that asks to come later", async () => {
  const { seen, turns } = counted();
  const first = await turns("a", WISH);
  const stop = new AbortController();
  const given = turns("a", { ...WISH, signal: stop.signal });
  const last = turns("a", WISH);
  stop.abort(new Error("stopped"));
  await expect(given).rejects.toThrow("stopped");
  expect(seen.asked).toBe(1);
  if (first.kind === "now") await first.done(0);
  expect((await last).kind).toBe("now");
  expect(seen.asked).toBe(2);

  const later = counted("later");
  const kinds = await Promise.all([1, 2].map(async () => (await later.turns("a", WISH)).kind));
  expect(kinds).toEqual(["later", "later"]);
});
