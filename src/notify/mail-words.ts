/**
 * A message in the words of a mail: a subject, plain text, and the same as HTML. All that pages and people wrote is escaped,
 * and what a mail program would obey or hide in it is shown instead.
 */
import type { Digest, Message, ToldWarning } from "../api/message.js";
import { visible, visibleLine } from "../core/text/visible.js";

export interface MailWords {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A line of the mail: a heading, a sentence, what was displayed, or a link. */
type Line = { readonly as: "head" | "say" | "quote" | "link"; readonly text: string };

export function mailWords(message: Message): MailWords {
  const lines = linesOf(message).map(({ as, text }) => ({ as, text: as === "quote" ? visible(text) : visibleLine(text) }));
  return { subject: oneLine(subjectOf(message)), text: `${lines.map(asText).join("\n\n")}\n`, html: htmlOf(lines) };
}

const MOST_SUBJECT = 150;

/** Whatever it is made of, it stays one header of one line; an encoded word in it would be decoded by whoever reads it. */
function oneLine(text: string): string {
  const line = visible(
    text
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
      .replaceAll("=?", "= ?")
      .trim(),
  );
  const characters = [...line];
  return characters.length > MOST_SUBJECT ? `${characters.slice(0, MOST_SUBJECT).join("")}…` : line;
}

const BEGINNING = { opened: "bartree", repeated: "bartree, still", closed: "bartree, over", digest: "bartree", test: "bartree" };

function subjectOf({ kind, warnings, more, digest }: Message): string {
  const count = warnings.length + more;
  const about = count === 1 ? warnings[0]?.message : `${count} warnings`;
  if (kind === "test") return "bartree: a message to see whether mail arrives";
  if (digest) return `bartree: ${counted(digest.added, "new record")}, ${counted(digest.open, "open warning")}`;
  return `${BEGINNING[kind]}: ${about}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

function linesOf({ kind, warnings, more, digest }: Message): Line[] {
  if (kind === "test") return [{ as: "say", text: "Messages of bartree reach this address." }];
  return [
    ...(digest ? digestLines(digest) : []),
    ...warnings.flatMap((warning) => warningLines(warning)),
    ...(more > 0 ? [{ as: "say" as const, text: `And ${more} more: bartree warnings` }] : []),
    { as: "say", text: endOf(kind) },
  ];
}

function endOf(kind: Message["kind"]): string {
  if (kind === "closed") return "Nothing is left to do.";
  if (kind === "digest") return "This digest comes once a day.";
  return "This is told again, at longer and longer intervals, until somebody acknowledges it on its page or with `bartree warnings acknowledge`, or until its cause is gone.";
}

function digestLines({ since, until, sources, harvests, added, changed, healed, opened, closed, open }: Digest): Line[] {
  const sentences = [
    `${counted(sources, "source")} checked in ${counted(harvests, "harvest")}: ${counted(added, "new record")}, ${changed} changed, ${counted(healed, "redesign")} healed.`,
    `${counted(opened, "new warning")}, ${closed} over; ${open} open now.`,
  ];
  return [
    { as: "head", text: `From ${minute(since)} to ${minute(until)}` },
    ...sentences.map((text) => ({ as: "say" as const, text })),
  ];
}

const minute = (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`;

function warningLines({ id, source, cause, message, hint, times, openedAt, closedAt, was, now, link }: ToldWarning): Line[] {
  const since = `Since ${minute(openedAt)}, met ${counted(times, "time")}${closedAt === null ? "" : `; over since ${minute(closedAt)}`}.`;
  const line = (as: Line["as"], text: string | null): Line[] => (text === null ? [] : [{ as, text }]);
  return [
    { as: "head", text: `${source?.name ?? "This machine"}: ${cause} (number ${id})` },
    { as: "say", text: closedAt === null ? message : `The cause of this warning is gone: ${message}` },
    { as: "say", text: since },
    ...(closedAt === null
      ? [
          ...line("quote", was === null ? null : `Then: ${was}`),
          ...line("quote", now === null ? null : `Now: ${now}`),
          ...line("say", `What to do: ${hint}`),
        ]
      : []),
    ...line("link", link),
  ];
}

const asText = ({ as, text }: Line): string => (as === "quote" ? `> ${text.replaceAll("\n", "\n> ")}` : text);

const TAGS = { head: "h3", say: "p", quote: "blockquote" } as const;

const htmlOf = (lines: readonly Line[]): string =>
  `<!doctype html><meta charset="utf-8"><title>bartree</title>${lines
    .map(({ as, text }) => {
      const safe = escaped(text);
      return as === "link" ? `<p><a href="${safe}">${safe}</a></p>` : `<${TAGS[as]}>${safe}</${TAGS[as]}>`;
    })
    .join("\n")}`;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
