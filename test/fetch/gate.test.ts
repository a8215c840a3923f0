/** Which addresses may be visited. No socket is opened here: the connector writes down where it was to go, and refuses. */

import { describe, expect, it } from "vitest";
import { theirWords } from "../../src/api/reasons.js";
import { systemClock } from "../../src/fetch/clock.js";
import { type DoorSettings, openDoor, type Target } from "../../src/fetch/door.js";
import { Fault } from "../../src/fetch/fault.js";
import { fetchPage } from "../../src/fetch/fetch-page.js";
import { memoryTurns } from "../../src/fetch/memory-turns.js";

const PUBLIC_IPV4 = "93.184.215.14";
const PUBLIC_IPV6 = "2606:2800:21f:cb07:6820:80da:af6b:8b2c";

/** One address per range, and its first and last where that is the border of something public. */
const SPECIAL_IPV4 = [
  ...[
    "0.0.0.0",
    "0.1.2.3",
    "0.255.255.255",
    "10.0.0.0",
    "10.1.2.3",
    "10.255.255.255",
    "100.64.0.0",
    "100.100.100.200",
    "100.127.255.255",
  ],
  ...[
    "127.0.0.1",
    "127.8.9.10",
    "127.255.255.255",
    "169.254.0.0",
    "169.254.169.254",
    "169.254.255.255",
    "172.16.0.0",
    "172.31.255.255",
  ],
  ...[
    "168.63.129.16",
    "192.0.0.0",
    "192.0.0.9",
    "192.0.0.170",
    "192.0.0.255",
    "192.0.2.1",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1",
  ],
  ...["192.168.0.0", "192.168.255.255", "192.175.48.1", "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.7"],
  ...["224.0.0.0", "239.255.255.255", "240.0.0.1", "255.255.255.254", "255.255.255.255"],
];

const SPECIAL_IPV6 = [
  ...[
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:93.184.215.14",
    "::127.0.0.1",
    "::93.184.215.14",
    "64:ff9b::7f00:1",
    "64:ff9b::5db8:d70e",
  ],
  ...[
    "64:ff9b:1::1",
    "100::1",
    "100:0:0:1::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:1::1",
    "2001:2::1",
    "2001:3::1",
  ],
  ...[
    "2001:4:112::1",
    "2001:10::1",
    "2001:20::1",
    "2001:30::1",
    "2001:db8::1",
    "2001:db8:ffff::1",
    "2002:7f00:1::",
    "2002:5db8:d70e::1",
  ],
  ...["2620:4f:8000::1", "3fff::1", "3fff:fff::1", "4000::1", "5f00::1", "8000::1", "fc00::1", "fd00:ec2::254", "fdff::1"],
  ...["fe80::1", "febf::1", "fec0::1", "ff02::1", "ff0e::1", "::ffff:0:127.0.0.1"],
];

describe("an address of a special range is refused", () => {
  it.each(SPECIAL_IPV4)("%s, written and resolved", async (address) => {
    expect(await knock(`http://${address}/`)).toEqual({ code: "address-refused", asked: [], reached: [] });
    expect(await knock("http://journal.example/", { answers: [address] })).toMatchObject({
      code: "address-refused",
      reached: [],
    });
  });

  it.each(SPECIAL_IPV6)("%s, written and resolved", async (address) => {
    expect(await knock(`http://[${address}]/`)).toEqual({ code: "address-refused", asked: [], reached: [] });
    expect(await knock("http://journal.example/", { answers: [address] })).toMatchObject({
      code: "address-refused",
      reached: [],
    });
  });
});

describe("an address beside the special ranges is visited", () => {
  it.each([
    "1.0.0.0",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
  ])("%s", reaches);
  it.each([
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
  ])("%s", reaches);
  it.each(["223.255.255.255", PUBLIC_IPV4, PUBLIC_IPV6, "2001:200::1", "2001:db9::1", "2003::1", "2620:4f:8001::1", "3ffe::1"])(
    "%s",
    reaches,
  );

  async function reaches(address: string): Promise<void> {
    const written = address.includes(":") ? `[${address}]` : address;
    expect((await knock(`http://${written}/`)).reached).toEqual([`${address}:80`]);
    expect((await knock("https://journal.example/", { answers: [address] })).reached).toEqual([`${address}:443`]);
  }
});

describe("an address is refused before anybody is asked", () => {
  it.each([
    ...[
      "http://2130706433/",
      "http://0x7f000001/",
      "http://0x7f.1/",
      "http://017700000001/",
      "http://0177.0.0.1/",
      "http://127.1/",
      "http://127.0.1/",
    ],
    ...[
      "http://0/",
      "http://1/",
      "http://0xa9fea9fe/",
      "http://2852039166/",
      "http://0300.0250.0.1/",
      "http://127.0.0.1./",
      "http://127.0.0.1../",
    ],
    ...[
      "http://%31%32%37.0.0.1/",
      "http://①②⑦.⓪.⓪.①/",
      "http://127。0。0。1/",
      "http://１２７.0.0.1/",
      "http://127.0.0.1%2f/",
      "http://[::1%25lo]/",
    ],
    ...["http://[::ffff:7f00:1]/", "http://[0:0:0:0:0:ffff:10.0.0.1]/", "http://[::]/", "http://[fe80::1%25eth0]/"],
    ...[
      "http://localhost/",
      "http://LOCALHOST/",
      "http://localhost./",
      "http://ⓛocalhost/",
      "http://a.localhost/",
      "http://printer.local/",
    ],
    ...[
      "http://metadata.google.internal/",
      "http://router.home.arpa/",
      "http://nas.lan/",
      "http://something.onion/",
      "http://./",
    ],
    ...["http://user@journal.example/", "http://user:secret@journal.example/", "http://:secret@journal.example/"],
    ...[
      "http://journal.example:22/",
      "http://journal.example:8080/",
      "https://journal.example:25/",
      "http://journal.example:0/",
      "http://journal.example:65535/",
    ],
    ...[
      "ftp://journal.example/",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "data:text/html,a",
      "gopher://journal.example/",
      "ws://journal.example/",
    ],
    ...[
      "blob:http://journal.example/1",
      "view-source:http://journal.example/",
      "",
      "journal.example",
      "//journal.example/",
      "http://",
      "http://a b/",
    ],
  ])("%s", async (address) => {
    expect(await knock(address)).toEqual({ code: "address-refused", asked: [], reached: [] });
  });
});

describe("names", () => {
  it.each([
    { address: "http://journal.example/", asked: "journal.example", to: `${PUBLIC_IPV4}:80` },
    { address: "https://JOURNAL.example/", asked: "journal.example", to: `${PUBLIC_IPV4}:443` },
    { address: "http://journal.example./", asked: "journal.example", to: `${PUBLIC_IPV4}:80` },
    { address: "http://bücher.example/", asked: "xn--bcher-kva.example", to: `${PUBLIC_IPV4}:80` },
    { address: "http://xn--bcher-kva.example/", asked: "xn--bcher-kva.example", to: `${PUBLIC_IPV4}:80` },
    { address: "http://jour\u00adnal.example/", asked: "journal.example", to: `${PUBLIC_IPV4}:80` },
    { address: "https://journal.example:80/", asked: "journal.example", to: `${PUBLIC_IPV4}:80` },
    { address: "http://localhost.example/", asked: "localhost.example", to: `${PUBLIC_IPV4}:80` },
    { address: "http://127.0.0.1.example/", asked: "127.0.0.1.example", to: `${PUBLIC_IPV4}:80` },
  ])("$address is asked for as $asked", async ({ address, asked, to }) => {
    expect(await knock(address)).toMatchObject({ asked: [asked], reached: [to] });
  });

  it("a port the setting names is visited, others are not", async () => {
    const settings = { ports: [8080] };
    expect((await knock("http://journal.example:8080/", { settings })).reached).toEqual([`${PUBLIC_IPV4}:8080`]);
    expect((await knock("http://journal.example:8081/", { settings })).code).toBe("address-refused");
  });

  it("a name nobody knows is said to be so", async () => {
    expect((await knock("http://journal.example/", { answers: new Error("ENOTFOUND") })).code).toBe("host-not-found");
    expect((await knock("http://journal.example/", { answers: [] })).code).toBe("address-refused");
  });
});

describe("what the resolver answers", () => {
  it.each([
    [[PUBLIC_IPV4, "10.0.0.1"]],
    [["10.0.0.1", PUBLIC_IPV4]],
    [[PUBLIC_IPV4, PUBLIC_IPV6, "::1"]],
    [[`${PUBLIC_IPV6}%eth0`]],
    [["fe80::1%eth0"]],
    [["0x5db8d70e"]],
    [["not an address"]],
  ])("%j is refused as a whole", async (answers) => {
    expect(await knock("https://journal.example/", { answers })).toMatchObject({ code: "address-refused", reached: [] });
  });

  it("a resolver that changes its answer is asked once per connection, and the connection goes to what was checked", async () => {
    const answers = [[PUBLIC_IPV4], ["127.0.0.1"], ["169.254.169.254"]];
    const { asked, reached, code } = await knock("http://journal.example/", { answers: () => answers.shift() ?? ["127.0.0.1"] });
    expect(asked).toEqual(["journal.example"]);
    expect(reached).toEqual([`${PUBLIC_IPV4}:80`]);
    expect(code).toBe("robots-unreachable");
    // the next connection is judged by its own answer
    expect(await knock("http://journal.example/", { answers: () => answers.shift() ?? [] })).toMatchObject({
      code: "address-refused",
      reached: [],
    });
  });

  it("a second address is tried where the first does not answer", async () => {
    const { reached } = await knock("http://journal.example/", { answers: [PUBLIC_IPV6, PUBLIC_IPV4] });
    expect(reached).toEqual([`${PUBLIC_IPV6}:80`, `${PUBLIC_IPV4}:80`]);
  });

  it("name, SNI and port go with the address", async () => {
    const targets: Target[] = [];
    await knock("https://journal.example/a", { note: (target) => targets.push(target) });
    expect(targets).toEqual([{ address: PUBLIC_IPV4, port: 443, secure: true, name: "journal.example", timeoutMs: 10_000 }]);
  });
});

describe("loopback is visited only for the exact origin a setting names", () => {
  const settings = { loopback: ["http://127.0.0.1:7575", "http://demo.example:7575"] };

  it.each(["http://127.0.0.1:7575/", "http://2130706433:7575/a", "http://127.1:7575/"])("%s is that origin", async (address) => {
    expect((await knock(address, { settings })).reached).toEqual(["127.0.0.1:7575"]);
  });

  it.each([
    "https://127.0.0.1:7575/",
    "http://127.0.0.1:7576/",
    "http://127.0.0.1/",
    "http://127.0.0.2:7575/",
    "http://[::1]:7575/",
    "http://localhost:7575/",
  ])("%s is not", async (address) => {
    expect(await knock(address, { settings })).toEqual({ code: "address-refused", asked: [], reached: [] });
  });

  it.each([
    { answers: ["127.0.0.1"], reached: ["127.0.0.1:7575"] },
    { answers: ["::1"], reached: ["::1:7575"] },
    { answers: [PUBLIC_IPV4], reached: [] },
    { answers: ["127.0.0.1", "10.0.0.1"], reached: [] },
    { answers: ["::ffff:127.0.0.1"], reached: [] },
  ])("a named origin that resolves to $answers reaches $reached", async ({ answers, reached }) => {
    expect((await knock("http://demo.example:7575/", { settings, answers })).reached).toEqual(reached);
  });

  it("and no name leads there by its resolver", async () => {
    expect(await knock("http://journal.example/", { settings, answers: ["127.0.0.1"] })).toMatchObject({ reached: [] });
  });
});

type Knock = {
  settings?: Partial<DoorSettings>;
  answers?: readonly string[] | Error | (() => readonly string[]);
  note?: (target: Target) => void;
};

/** Asks for an address at a door whose connector opens nothing: what was resolved, where it would have gone, how it ended. */
async function knock(address: string, { settings = {}, answers = [PUBLIC_IPV4], note }: Knock = {}) {
  const asked: string[] = [];
  const reached: string[] = [];
  const door = openDoor(
    { version: "0", limits: { retries: 0 }, ...settings },
    {
      turns: memoryTurns(systemClock),
      clock: systemClock,
      random: () => 0,
      async resolve(name) {
        asked.push(name);
        if (answers instanceof Error) throw Object.assign(answers, { code: answers.message });
        return typeof answers === "function" ? answers() : answers;
      },
      async connect(target) {
        reached.push(`${target.address}:${target.port}`);
        note?.(target);
        throw new Fault("fetch-failed", theirWords("this connector opens nothing"), { mayPass: true });
      },
    },
  );
  const fetched = await fetchPage(door, address);
  await door.close();
  return { code: "code" in fetched ? fetched.code : fetched.kind, asked, reached };
}
