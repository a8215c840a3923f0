import type { Message, ToldWarning } from "../api/message.js";
import { warningWords } from "../api/warning-words.js";
import { type DeliveryRow, warningsToTell } from "../store/delivery.js";
import { digestFigures } from "../store/digest.js";
import { type NamedWarning, namedWarning, namedWarnings } from "../store/warning.js";
import type { NotifyTools } from "./tools.js";

const MOST_LISTED = 50;
const MOST_TEXT = 2000; // characters: a page may have written most of it

const cut = (text: string): string =>
  text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT).replace(/[\ud800-\udbff]$/, "")}…` : text;
const cutSide = (text: string | null): string | null => text && cut(text);

/** Undefined where nothing is left to tell: the cause is gone before anybody heard of it, or a person knows already. */
export async function messageOf(tools: NotifyTools, delivery: DeliveryRow): Promise<Message | undefined> {
  const { id, kind, madeAt } = delivery;
  const head = { version: 1 as const, id, kind, madeAt: madeAt.toISOString(), digest: null };
  if (kind === "digest") return { ...head, ...(await digestOf(tools, delivery)) };
  const ids = await warningsToTell(tools.pool, delivery);
  if (ids.length === 0) return undefined;
  const warnings: ToldWarning[] = [];
  for (const each of ids.slice(0, MOST_LISTED)) {
    const warning = await namedWarning(tools.pool, each);
    if (warning) warnings.push(await told(tools, warning));
  }
  return { ...head, warnings, more: ids.length - warnings.length };
}

/** To see whether messages arrive. */
export const testMessage = (id: string, now: Date): Message => ({
  version: 1,
  id,
  kind: "test",
  madeAt: now.toISOString(),
  warnings: [],
  more: 0,
  digest: null,
});

async function digestOf(tools: NotifyTools, { since, madeAt: until }: DeliveryRow) {
  const { pool } = tools;
  const from = since ?? until;
  const figures = await digestFigures(pool, { since: from, until });
  const open = await namedWarnings(pool, { isAll: false, sourceId: null, afterId: null, limit: MOST_LISTED });
  const warnings = open.map((warning) => presented(tools, warning, { was: null, now: null }));
  const digest = { since: from.toISOString(), until: until.toISOString(), ...figures };
  return { warnings, more: Math.max(0, figures.open - warnings.length), digest };
}

/** Whatever keeps the pages from being read, a template that is damaged for one, must not keep the warning from being told. */
const told = async (tools: NotifyTools, warning: NamedWarning): Promise<ToldWarning> =>
  presented(tools, warning, await tools.thenAndNow(warning).catch(() => ({ was: null, now: null })));

function presented({ publicUrl }: NotifyTools, warning: NamedWarning, sides: Pick<ToldWarning, "was" | "now">): ToldWarning {
  const { id, sourceId, sourceName, cause, times, openedAt, seenAt, closedAt } = warning;
  const { message, hint } = warningWords(warning, sourceName);
  return {
    id,
    source: sourceId === null ? null : { id: sourceId, name: cut(sourceName ?? "") },
    cause,
    message: cut(message),
    hint: cut(hint),
    times,
    openedAt: openedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    was: cutSide(sides.was),
    now: cutSide(sides.now),
    link: publicUrl === null ? null : `${publicUrl}/warnings/${id}`,
  };
}
