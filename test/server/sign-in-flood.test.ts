/** Somebody floods the sign-in, over real connections from real addresses of this machine; somebody else signs in. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REQUEST_HEADER } from "../../src/api/server/routes.js";
import { hashPassword } from "../../src/server/secrets.js";
import { addAccount } from "../../src/store/account.js";
import { type TestServer, testServer } from "./server.js";

const PASSWORD = "slow rivers run deep";
const WAIT_MS = 2000; // what a person may wait; the test fails at five times that
const ALONE = 10; // or at so many times what it takes alone, where the machine is slow: four hashes may come before one's own

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ isHashedSlowly: true });
  const password = await hashPassword(PASSWORD);
  for (const name of ["Sari", "Budi", "Ani"]) await addAccount(server.pool, { name, role: "admin", password }, server.now());
});
afterAll(() => server.close());

interface Tried {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: number;
  readonly ms: number;
}

function signIn(from: string, name: string, password: string): Promise<Tried> {
  const { hostname, port } = new URL(server.address());
  const began = performance.now();
  const headers = { "content-type": "application/json", [REQUEST_HEADER]: "page" };
  return new Promise((done, fail) => {
    const sent = request(
      { hostname, port, localAddress: from, path: "/api/sign-in", method: "POST", headers, agent: false },
      (answer) => {
        let text = "";
        answer.on("data", (chunk) => {
          text += chunk;
        });
        answer.on("end", () =>
          done({
            status: answer.statusCode ?? 0,
            code: JSON.parse(text).error?.code,
            retryAfter: Number(answer.headers["retry-after"]),
            ms: performance.now() - began,
          }),
        );
      },
    );
    sent.on("error", fail).end(JSON.stringify({ name, password }));
  });
}

const tally = (tries: readonly Tried[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, code } of tries) counts[`${status} ${code}`] = (counts[`${status} ${code}`] ?? 0) + 1;
  return counts;
};

const FLOODS = [
  {
    what: "250 unknown names from one address",
    count: 250,
    from: () => "127.0.1.1",
    name: (i: number) => `nobody ${i}`,
    who: "Sari",
  },
  {
    what: "250 unknown names from 250 addresses",
    count: 250,
    from: (i: number) => `127.0.2.${1 + i}`,
    name: (i: number) => `nobody ${i}`,
    who: "Sari",
  },
  {
    what: "60 tries for one known name from 20 addresses",
    count: 60,
    from: (i: number) => `127.0.3.${1 + (i % 20)}`,
    name: () => "Ani",
    who: "Budi",
  },
];

describe("while they come, a genuine sign-in is not kept waiting:", () => {
  it.each(FLOODS)("$what", { timeout: 300_000 }, async ({ what, count, from, name, who }) => {
    const alone = await signIn("127.0.9.1", who, PASSWORD);
    const flood = Array.from({ length: count }, (_, i) => signIn(from(i), name(i), "a wrong password"));
    await Promise.race(flood); // it has arrived
    const genuine = await signIn("127.0.9.2", who, PASSWORD);
    const tries = await Promise.all(flood);
    const after = await signIn("127.0.9.1", who, PASSWORD);
    const aloneMs = Math.max(alone.ms, after.ms);
    console.log(
      `${what}: a genuine sign-in took ${Math.round(genuine.ms)} ms (alone ${Math.round(aloneMs)} ms), of the flood`,
      tally(tries),
    );
    expect(genuine.status).toBe(200);
    expect(genuine.ms).toBeLessThan(Math.max(5 * WAIT_MS, ALONE * aloneMs));
    for (const { status, retryAfter } of tries) {
      expect([401, 429, 503]).toContain(status);
      if (status !== 401) expect(retryAfter).toBeGreaterThan(0);
    }
    expect((await signIn("127.0.9.3", who, "a wrong password")).code).toBe("sign-in-failed"); // nothing is left standing
  });
});

describe("names that nobody has", () => {
  const WRONG = "a wrong password";
  const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

  it("are not told apart by time, one after the other", { timeout: 300_000 }, async () => {
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let i = 0; i < 7; i++) {
      known.push((await signIn("127.0.4.1", "Sari", WRONG)).ms);
      unknown.push((await signIn("127.0.4.1", `nobody at ${i}`, WRONG)).ms);
    }
    const ratio = median(unknown) / median(known);
    console.log(
      `a known name ${Math.round(median(known))} ms, an unknown one ${Math.round(median(unknown))} ms: ${ratio.toFixed(2)}`,
    );
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });

  it("nor by how many are tried at once", { timeout: 300_000 }, async () => {
    const atOnce = async (from: string, name: string): Promise<number> => {
      const began = performance.now();
      const tries = await Promise.all(Array.from({ length: 4 }, () => signIn(from, name, WRONG)));
      expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
      return performance.now() - began;
    };
    const ratios: number[] = [];
    for (let i = 0; i < 2; i++) {
      const [known, unknown] = [await atOnce(`127.0.5.${i + 1}`, "Budi"), await atOnce(`127.0.6.${i + 1}`, "nobody at all")];
      ratios.push(unknown / known);
    }
    console.log(`four at once: unknown to known ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")}`);
    expect(Math.max(...ratios)).toBeGreaterThan(0.4);
    expect(Math.min(...ratios)).toBeLessThan(2.5);
  });
});

it("a try that found no room is not counted", { timeout: 300_000 }, async () => {
  await server.pool.query("delete from sign_in_try");
  const tries = await Promise.all(Array.from({ length: 30 }, (_, i) => signIn("127.0.7.1", `nobody ${i}`, "x")));
  const looked = tries.filter(({ status }) => status === 401).length;
  expect(tries.filter(({ code }) => code === "sign-in-busy").length).toBe(30 - looked);
  expect(looked).toBeLessThan(30);
  const { rows } = await server.pool.query("select count(*)::int as n from sign_in_try");
  expect(rows).toEqual([{ n: looked }]);
});
