/** Headers and cookies of a source: given once, sealed, never shown again. */
import { HeaderName, HeaderValue, SourceSettings } from "../api/source.js";
import { openSession } from "../fetch/session.js";
import { renderOrSecrets } from "../harvester/settings/render-or-secrets.js";
import { sealedSecrets } from "../harvester/settings/sealed-settings.js";
import { secretsHome } from "../harvester/settings/secrets-home.js";
import { isAwaitingSecrets } from "../store/awaited-secrets.js";
import { setSourceSettings, setSourceState } from "../store/source.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";

const PAIR = { value: "NAME=VALUE", several: true } as const;

export const sourceSecretsCommand: Command<"name", "for", "header" | "cookie" | "drop"> = {
  summary: "Give a source headers or cookies to send; they are sealed with the secret file, and only their names are shown.",
  example: "bartree source secrets rivers --cookie session=@session.txt",
  operands: { name: { value: "SOURCE", help: "the name of a source" } },
  options: {
    header: { ...PAIR, help: "a header to send with every request to that site; @FILE reads the value from a file" },
    cookie: { ...PAIR, help: "a cookie to send to that site; @FILE reads the value from a file" },
    for: {
      value: "ADDRESS",
      help: "the site that gets them, where it is another one than before; those given for the one before are dropped",
    },
    drop: { value: "NAME", several: true, help: "a header or cookie that is to go" },
  },
  async run({ name, header, cookie, drop, for: address }, tools) {
    const { data: given } = SourceSettings.shape.secretsFor.safeParse(address ?? null);
    if (given === undefined) return tools.reject("--for takes an http or https address.");
    const [headers, cookies] = [await pairsOf(header, tools), await pairsOf(cookie, tools)];
    openSession({ address: "https://example.org/", headers, cookies }); // refuses what cannot be sent
    const context = await tools.open();
    const { id, settings, state, stateReason } = await context.source(name);
    const kept = (texts: Readonly<Record<string, string>>, more: Record<string, string>) =>
      Object.fromEntries(Object.entries({ ...texts, ...more }).filter(([each]) => !drop.includes(each)));
    const before = secretsHome(settings);
    const secretsFor = secretsHome({ ...settings, secretsFor: given ?? before });
    const stay = secretsFor === before ? settings : { headers: {}, cookies: {} }; // nothing goes where it was not meant to go
    const changed = { headers: kept(stay.headers, headers), cookies: kept(stay.cookies, cookies) };
    renderOrSecrets({ ...changed, render: settings.render });
    const elsewhere = secretsHome({ ...settings, secretsFor: null });
    const isResumed = state === "paused" && isAwaitingSecrets(stateReason) && header.length + cookie.length > 0;
    const now = new Date(context.door.clock.now());
    if (header.length + cookie.length + drop.length > 0 || secretsFor !== before)
      await setSourceSettings(context.pool, id, { ...sealedSecrets(context, changed), secretsFor }, now);
    if (isResumed) await setSourceState(context.pool, id, { state: "active", reason: null }, now);
    const names = { headers: Object.keys(changed.headers), cookies: Object.keys(changed.cookies) };
    const told = { source: name, ...names, secretsFor, isResumed };
    tools.out.print(told, () =>
      [
        `headers  ${list(told.headers)}`,
        `cookies  ${list(told.cookies)}`,
        `sent to  ${secretsFor ?? "nobody"}`,
        ...(elsewhere === secretsFor ? [] : [`Its pages are on ${elsewhere} now; --for ${elsewhere} gives them there.`]),
        ...(isResumed ? ["It waited for them and goes on now."] : []),
      ].join("\n"),
    );
    return EXIT_DONE;
  },
};

const list = (names: readonly string[]): string => (names.length === 0 ? "none" : names.join(", "));

async function pairsOf(given: readonly string[], { read, reject }: Tools): Promise<Record<string, string>> {
  const pairs: Record<string, string> = {};
  for (const each of given) {
    const at = each.indexOf("=");
    const name = each.slice(0, Math.max(at, 0));
    if (!HeaderName.safeParse(name).success) return reject("A header or cookie is written as NAME=VALUE.");
    const value = (await read.text(each.slice(at + 1))).trim();
    pairs[name] = HeaderValue.safeParse(value).success
      ? value
      : reject(`The value of ${name} is more than one line, or too long.`);
  }
  return pairs;
}
