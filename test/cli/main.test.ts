import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS, main } from "../../src/cli/main.js";
import { run } from "./run.js";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

describe("help and version", () => {
  it.each([
    { args: ["--help"], shows: "  inspect  " },
    { args: ["--version"], shows: version },
    { args: ["inspect", "--help"], shows: "bartree inspect PAGE --region TEXT [--svg DIR] [--ratio p/q] [--json]" },
    { args: ["compare", "-h"], shows: "bartree compare OLD NEW --region TEXT [--json]" },
    { args: ["compare", "surplus", "arguments", "do not", "matter", "--help"], shows: "bartree compare OLD NEW" },
  ])("$args", async ({ args, shows }) => {
    const { exitCode, stdout, stderr } = await run(args);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain(shows);
  });

  it.each([...COMMANDS])("%s has one example", async (name, command) => {
    expect((await run([name, "--help"])).stdout).toContain(`\nExample\n  ${command.example}\n`);
    expect(command.example.startsWith(`bartree ${name} `)).toBe(true);
  });
});

describe("wrong calls", () => {
  it.each([
    { args: ["harvets"], code: "unknown-command", says: "“harvets”" },
    { args: ["harvets", "--due"], code: "unknown-command", says: "“harvets”" },
    { args: ["--json"], code: "usage", says: "“--json”" },
    { args: ["--port", "7474", "harvest"], code: "usage", says: "“--port”" },
    { args: ["--port", "one"], code: "usage", says: "--port takes a port number" },
    { args: ["inspect"], code: "usage", says: "PAGE is missing" },
    { args: ["inspect", "page.html"], code: "usage", says: "--region is missing" },
    { args: ["inspect", "page.html", "--region"], code: "usage", says: "--region needs a value" },
    { args: ["inspect", "page.html", "--region", "--json"], code: "usage", says: "--region needs a value" },
    { args: ["inspect", "a.html", "b.html", "--region", "x"], code: "usage", says: "“b.html” is one argument too many" },
    { args: ["inspect", "a.html", "--region", "x", "--region", "y"], code: "usage", says: "--region is given twice" },
    { args: ["inspect", "a.html", "--region", "x", "--colour", "red"], code: "usage", says: "no option “--colour”" },
    { args: ["inspect", "a.html", "--json=yes", "--region", "x"], code: "usage", says: "--json takes no value" },
    { args: ["compare", "a.html", "--region", "x"], code: "usage", says: "NEW is missing" },
  ])("$args: $says", async ({ args, code, says }) => {
    const { exitCode, stdout, stderr } = await run(args);
    expect(exitCode).toBe(2);
    const told = stderr === "" ? JSON.parse(stdout).error : { code: stderr.match(/\[([a-z-]+)\]\n/)?.[1], message: stderr };
    expect(told.code).toBe(code);
    expect(told.message).toContain(says);
  });

  it("a text that begins with a dash is a text", async () => {
    const { exitCode, stdout } = await run(["inspect", "-", "--region", "-5 °C", "--json"], "<p>Low<p>-5 °C");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).kind).toBe("found");
  });
});

it("a defect of ours exits with 70 and asks for a report", async () => {
  const said: string[] = [];
  const stderr = { write: (text: string) => said.push(text) };
  const stdout = {
    write: () => {
      throw new TypeError("odd stream");
    },
  };
  const stdin = (async function* (): AsyncGenerator<Uint8Array> {})();
  expect(await main(["--version"], { stdin, stdout, stderr, colours: false })).toBe(70);
  expect(said.join("")).toContain("bartree: This is a defect of bartree: TypeError: odd stream [internal]\nhint: ");
});
