import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { refuse } from "../api/errors.js";
import { SETTINGS, type SettingName, type Settings } from "../api/settings.js";
import type { Worker } from "../harvester/queue/queue.js";
import { isLoopback } from "../server/access.js";
import { makeApp } from "../server/app.js";
import { openEvents } from "../server/events.js";
import { linkFor } from "../server/routes/accounts.js";
import { makeRunner } from "../server/runner.js";
import type { ServerTools } from "../server/tools.js";
import { hasAccounts } from "../store/account.js";
import { isSystemError } from "../store/system-error.js";
import type { AppContext } from "./app-context.js";
import type { Command } from "./command.js";
import { serveDemo } from "./demo.js";
import { EXIT_DONE } from "./exit-code.js";
import type { Out } from "./out.js";
import { startWorkers } from "./start-workers.js";
import { logEvent, openLog } from "./worker-log.js";

const PORT = 7474;
const HOST = "127.0.0.1";
const CONCURRENCY = 5; // beside the page; a worker of its own does more

export const serveCommand: Command<never, "port" | "host", never, "no-worker"> = {
  summary: "Serve the web page and the API, with one worker; the first time it prints a link to begin with.",
  example: "bartree serve --port 8080",
  isStaying: true,
  operands: {},
  options: {
    port: { value: "PORT", help: `where it listens; ${PORT} unless given` },
    host: { value: "ADDRESS", help: "on which address; only this machine's own until there is an account" },
    "no-worker": { help: "only serve; another process harvests" },
  },
  async run(
    { port: writtenPort = String(PORT), host = HOST, "no-worker": isIdle },
    { open, out, reject, environment, succession },
  ) {
    const port =
      /^\d{1,5}$/.test(writtenPort) && Number(writtenPort) < 65_536 ? Number(writtenPort) : reject("--port takes a port number.");
    const before = succession?.before;
    const demo = await serveDemo(before?.demoPort ?? (port === 0 ? 0 : port + 1));
    try {
      const log = openLog(environment, out);
      const context = await open({ alsoVisit: [demo.origin], onNote: (note) => log.warn(note) });
      if (!isOwnMachine(host) && !(await hasAccounts(context.pool))) return refuse("account-needed", host);
      const trouble = (error: unknown): void => log.error({ err: error }, "work in the background failed");
      const events = await openEvents(context.pool, () => new Date(context.door.clock.now()));
      const runner = makeRunner(context, trouble);
      let address = `http://${HOST}:${port}`;
      const { BARTREE_PUBLIC_URL: publicUrl, BARTREE_TRUST_PROXY: trustProxy, BARTREE_CONTACT: contact } = context.settings;
      const tools: ServerTools = {
        ...context,
        publicUrl,
        listensOn: () => address,
        run: runner.run,
        demo,
        events,
        onTrouble: trouble,
        machine: { isEmbedded: context.isEmbedded, contact, settings: shownSettings(context.settings) },
      };
      const app = await makeApp({ tools, trustProxy, webFolder: WEB_FOLDER, log });
      let workers: Worker | undefined;
      try {
        address = await listening(app, host, before?.port ?? port);
        if (!isIdle)
          workers = await startWorkers(context, { concurrency: CONCURRENCY, onEvent: (event) => logEvent(log, event) });
        context.signal?.throwIfAborted(); // before a link is given that nobody could use
        if (before) log.info({ event: "serving-again", address }, `Serving ${address} again.`);
        else await welcome(tools, out, { address: publicUrl ?? address, host });
        succession?.tell({ port: portOf(address), demoPort: portOf(demo.origin) });
        await stopped(context);
        return EXIT_DONE;
      } finally {
        await workers?.stop();
        await events.close();
        await app.close();
        await runner.idle();
      }
    } finally {
      await demo.close();
    }
  },
};

const WEB_FOLDER = join(fileURLToPath(new URL("../web", import.meta.url)));

const portOf = (address: string): number => Number(address.slice(address.lastIndexOf(":") + 1)); // it is always written

const isOwnMachine = (host: string): boolean => host === "localhost" || isLoopback(host);

async function listening(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    const address = await app.listen({ host, port });
    return address.replace("0.0.0.0", HOST).replace("[::]", "[::1]");
  } catch (error) {
    if (isSystemError(error) && error.code === "EADDRINUSE") return refuse("port-taken", port);
    throw error;
  }
}

/** Once: the link of a server that was started again is the one it gave before. */
async function welcome(tools: ServerTools, out: Out, { address, host }: { address: string; host: string }): Promise<void> {
  const link = (await hasAccounts(tools.pool)) ? null : (await linkFor(tools, null, new Date(tools.door.clock.now()))).link;
  out.print({ address, link }, (told) => wordsOf(told, host));
}

function wordsOf({ address, link }: { address: string; link: string | null }, host: string): string {
  const who = isOwnMachine(host) ? "only this machine reaches it" : `on ${host}`;
  const lines = [`bartree serves ${address} (${who}). Ctrl C stops it.`];
  if (link !== null) lines.push("", "Open this link to begin; it works once, for 15 minutes:", "", `  ${link}`, "");
  return lines.join("\n");
}

function stopped({ signal }: AppContext): Promise<void> {
  return new Promise((done) => {
    if (!signal || signal.aborted) return done();
    signal.addEventListener("abort", () => done(), { once: true });
  });
}

const SECRET = /DATABASE_URL|PROXY|SMTP|SECRET|PASSWORD|TOKEN|HOME|WEBHOOK/; // or may hold one

function shownSettings(settings: Settings) {
  return (Object.keys(SETTINGS) as SettingName[])
    .filter((name) => !SECRET.test(name) || name === "BARTREE_TRUST_PROXY")
    .map((name) => {
      const value = settings[name];
      const written = value === null ? null : Array.isArray(value) ? value.join(", ") : yesOrNo(value);
      const usual = SETTINGS[name].default;
      return {
        name,
        value: written,
        isDefault: written === usual || (written === "" && usual === ""),
        does: SETTINGS[name].does,
      };
    });
}

const yesOrNo = (value: string | number | boolean): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
