import { type FalseValueOfRecord, verifyStore } from "../harvester/verify/verify-store.js";
import { noteVerified, type VerifiedCounts } from "../store/verify.js";
import type { Command } from "./command.js";
import { EXIT_DEFECT, EXIT_DONE } from "./exit-code.js";

export const verifyCommand: Command<never, "source"> = {
  summary: "Look for every value in its stored page, where its proof says; exit with 70 if one does not stand there.",
  example: "bartree verify --source rivers",
  operands: {},
  options: { source: { value: "SOURCE", help: "the values of this source only" } },
  async run({ source: name }, { open, out }) {
    const { pool, door, threads, signal, source } = await open();
    const sourceId = name === undefined ? null : (await source(name)).id;
    const begun = door.clock.now();
    const counts = await verifyStore(
      {
        pool,
        signal,
        verify: (page) => threads.call("verify", page),
        onFalse: (value) => out.print(value, describe),
        onProgress: (done, all) => out.progress(done, all, "stored page"),
      },
      sourceId,
    );
    const at = new Date(door.clock.now());
    await noteVerified(pool, { at: at.toISOString(), sourceId, ...counts });
    const seconds = Math.max(0.001, (at.getTime() - begun) / 1000);
    out.print({ verified: { ...counts, seconds } }, ({ verified }) => summarize(verified));
    return counts.false + counts.unchecked > 0 ? EXIT_DEFECT : EXIT_DONE;
  },
};

const CLIP = 100;

const quoted = (text: string): string => `“${text.length > CLIP ? `${text.slice(0, CLIP)}…` : text}”`;

/** Such as: rivers http://…/7 title: “On Silt” is stored, “n Silt<” stands on its page. */
function describe({ source, address, attribute, why, stored, found, reason }: FalseValueOfRecord): string {
  const is = stored === null ? "nothing is stored" : `${quoted(stored)} is stored`;
  const facts: Record<FalseValueOfRecord["why"], string> = {
    "text-differs": `${quoted(found ?? "")} stands on its page`,
    "no-proof": "nothing says where it stands",
    "proof-damaged": "its proof is damaged",
    "page-damaged": "its stored page is damaged",
    "charset-differs": "its stored page is in another charset than its proof says",
    unchecked: `it could not be checked: ${reason}`,
  };
  return `${source} ${address} ${attribute}: ${is}, ${facts[why]}`;
}

function summarize({ pages, records, values, seconds, ...counts }: VerifiedCounts & { readonly seconds: number }): string {
  const number = (count: number): string => count.toLocaleString("en");
  const found =
    counts.false === 0 ? "each stands where its proof says" : `${number(counts.false)} do not stand where their proof says`;
  const apart = [
    ...(counts.unchecked > 0 ? [`${number(counts.unchecked)} values could not be checked.`] : []),
    ...(counts.removed > 0 ? [`Of ${number(counts.removed)} more the page was removed on request.`] : []),
    ...(counts.dropped > 0 ? [`Of ${number(counts.dropped)} more the page has made way.`] : []),
    ...(counts.false + counts.unchecked > 0 ? ["This is a defect of bartree, or of the database's disk; please report it."] : []),
  ];
  const speed = `${seconds.toFixed(1)} s, ${number(Math.round(pages / seconds))} pages a second`;
  return [
    `${number(values)} values of ${number(records)} records on ${number(pages)} stored pages: ${found} (${speed}).`,
    ...apart,
  ].join("\n");
}
