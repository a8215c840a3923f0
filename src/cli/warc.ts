import { type ArchivedPage, writeWarc } from "../fetch/warc.js";
import { type SeenPage, seenPages } from "../store/archive.js";
import type { AppContext } from "./app-context.js";
import type { Command } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { writeWhole } from "./write-file.js";

export const warcCommand: Command<"file", "source"> = {
  summary: "Write all stored pages, as they are and as they were, to a web archive that other programs read.",
  example: "bartree warc rivers.warc.gz --source rivers",
  operands: { file: { value: "FILE", help: "the file to write; it is gzip, so .warc.gz is its usual name" } },
  options: { source: { value: "SOURCE", help: "of this source only" } },
  async run({ file, source: name }, { open, out }) {
    const context = await open();
    const sourceId = name === undefined ? null : (await context.source(name)).id;
    const counts = { pages: 0, bytes: 0 };
    const archive = { version: context.version, madeAt: new Date(context.door.clock.now()) };
    await writeWhole(file, counted(writeWarc(archived(context, sourceId, counts), archive), counts));
    out.print({ file, ...counts }, ({ pages, bytes }) => `${file} holds ${pages} pages in ${bytes} bytes.`);
    return EXIT_DONE;
  },
};

type Counts = { pages: number; bytes: number };

async function* archived({ pool, signal }: AppContext, sourceId: string | null, counts: Counts): AsyncGenerator<ArchivedPage> {
  for await (const page of seenPages(pool, sourceId)) {
    signal?.throwIfAborted();
    counts.pages += 1;
    yield archivedPage(page);
  }
}

async function* counted(chunks: AsyncIterable<Uint8Array>, counts: Counts): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    counts.bytes += chunk.length;
    yield chunk;
  }
}

/** Of an answer's headers the store keeps what reading needs; only pages that came with 200 are stored. */
function archivedPage({ address, seenAt, bytes, mediaType, charset, isRendered }: SeenPage): ArchivedPage {
  const headers = { "content-type": `${mediaType || "text/html"}; charset=${charset}` };
  return { address, fetchedAt: seenAt, status: 200, headers, bytes, rendered: isRendered };
}
