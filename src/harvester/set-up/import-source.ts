/** A source from a line of JSON: kept as it was exported, or learnt from its labels where it brings no templates. */

import { isDeepStrictEqual } from "node:util";
import { refuse } from "../../api/errors.js";
import { linksOf } from "../../api/links-template.js";
import { because, type Reason } from "../../api/reasons.js";
import type { SourceSettings } from "../../api/source.js";
import { SourceLine } from "../../api/source-line.js";
import { templateOf } from "../../api/template.js";
import { type SourceRow, setSourceState, sourceNamed } from "../../store/source.js";
import {
  bodyOf,
  type NewTemplate,
  type NewVersion,
  type TemplateRow,
  templatesInForce,
  versionsOf,
} from "../../store/template.js";
import { renderOrSecrets } from "../settings/render-or-secrets.js";
import { changedValues } from "../settings/sealed-settings.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { listProblem } from "./list-problem.js";
import { fetchLabelled, keepSource, learnListSource, learnSource } from "./set-up.js";

/** Values of headers and cookies only if they are asked for. */
export async function exportedSource(
  { pool, door: { vault } }: HarvestTools,
  source: SourceRow,
  hasSecrets: boolean,
): Promise<SourceLine> {
  const { id, name, settings, state, templateVersion } = source;
  const { headers, cookies } = settings;
  const standing = (await versionsOf(pool, id)).find(({ version }) => version === templateVersion)?.standing;
  return {
    format: "bartree-source",
    version: 1,
    name,
    state: state === "paused" ? "paused" : "active",
    settings: hasSecrets
      ? { ...settings, headers: changedValues(headers, vault.open), cookies: changedValues(cookies, vault.open) }
      : { ...settings, headers: {}, cookies: {} },
    leftOut: hasSecrets ? [] : [...Object.keys(headers), ...Object.keys(cookies)],
    standing: standing === "provisional" ? "provisional" : "confirmed",
    templates: standing === "unconfirmed" ? [] : (await templatesInForce(pool, id)).map(exportedTemplate),
  };
}

const exportedTemplate = (row: TemplateRow): SourceLine["templates"][number] => ({
  role: row.role,
  variant: row.variant,
  template: JSON.parse(bodyOf(row)),
});

/** Refuses what cannot be kept, with the code that says why. `same`: it is there already. */
export async function importSource(
  tools: HarvestTools,
  text: string,
  isDry: boolean,
): Promise<{ name: string; result: "added" | "same" }> {
  const line = lineOf(text);
  const { name, settings, leftOut } = line;
  renderOrSecrets(settings);
  const given = line.templates.map(
    ({ role, variant, template }): NewTemplate =>
      role === "links"
        ? { role, variant, stored: linksOf(template, name) }
        : { role, variant, stored: templateOf(template, name) },
  );
  const known = await sourceNamed(tools.pool, name);
  if (known) return (await isSame(tools, known, line)) ? { name, result: "same" } : refuse("source-exists", name);
  if (given.length > 0 && !given.some(({ role }) => role === "record"))
    return refuse("source-invalid", "it has no template that reads records");
  if (given.length === 0 && !settings.key && settings.records.length === 0)
    return refuse("source-invalid", "it has neither templates nor labels to learn them from");
  if (isDry) return { name, result: "added" };
  const setUp =
    given.length > 0
      ? { settings, version: { origin: "import", standing: line.standing, templates: given } satisfies NewVersion }
      : await learnt(tools, settings);
  await keep(tools, line, setUp);
  const isPaused = line.state === "paused";
  const missing = leftOut.length > 0 ? because("secrets-not-exported", leftOut, isPaused) : null;
  if (isPaused || missing !== null) await pause(tools, name, missing);
  return { name, result: "added" };
}

function lineOf(text: string): SourceLine {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse("source-invalid", "it is not JSON");
  }
  const { data, error } = SourceLine.safeParse(json);
  if (data) return data;
  const [issue] = error.issues;
  const place = issue?.path.map(String).join(".") ?? "";
  return refuse("source-invalid", `${place === "" ? "" : `${place}: `}${issue?.message ?? "it does not fit"}`);
}

/** A line without templates says what they were learnt from; the addresses of labelled pages are kept in canonical form. */
async function isSame(tools: HarvestTools, known: SourceRow, line: SourceLine): Promise<boolean> {
  const now = await exportedSource(tools, known, line.leftOut.length === 0);
  const settings = { ...line.settings, secretsFor: line.settings.secretsFor ?? now.settings.secretsFor }; // settled when it was added
  if (line.templates.length > 0) return isEqual(now.settings, settings) && isEqual(now.templates, line.templates);
  return isEqual(withoutAddresses(now.settings), withoutAddresses(settings));
}

const isEqual = (a: object, b: object): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));

function withoutAddresses({ key, ...settings }: SourceSettings): object {
  return { ...settings, labels: key && [key, ...key.further].map(({ labels, absent, choose }) => ({ labels, absent, choose })) };
}

async function learnt(tools: HarvestTools, settings: SourceSettings): Promise<{ settings: SourceSettings; version: NewVersion }> {
  if (!settings.key) return learntList(tools, settings);
  const setUp = await learnSource(tools, settings, await fetchLabelled(tools, settings, settings.key));
  return "version" in setUp ? setUp : refuse(setUp.code);
}

async function learntList(
  tools: HarvestTools,
  settings: SourceSettings,
): Promise<{ settings: SourceSettings; version: NewVersion }> {
  const { learned } = await learnListSource(tools, settings);
  if (!learned.ok) return refuse("list-not-learnt", listProblem(learned));
  const stored = { kind: "list" as const, template: learned.template, delimiters: learned.delimiters };
  return { settings, version: { origin: "labels", standing: "confirmed", templates: [{ role: "record", variant: 1, stored }] } };
}

/** JSON may hold what the database's texts may not: a NUL, half of a pair. */
async function keep(
  tools: HarvestTools,
  { name }: SourceLine,
  setUp: { settings: SourceSettings; version: NewVersion },
): Promise<void> {
  await keepSource(tools, name, setUp).catch((error: unknown) => {
    const isOfText = error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("22");
    if (isOfText) refuse("source-invalid", "a text of it holds a character that cannot be stored");
    throw error;
  });
}

async function pause(tools: HarvestTools, name: string, reason: Reason | null): Promise<void> {
  const source = (await sourceNamed(tools.pool, name)) ?? refuse("source-unknown", name);
  await setSourceState(tools.pool, source.id, { state: "paused", reason }, nowOf(tools));
}
