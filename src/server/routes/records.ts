import { Readable } from "node:stream";
import { z } from "zod";
import { refuse } from "../../api/errors.js";
import { pageBytes } from "../../harvester/read/page-bytes.js";
import { addressOfSnapshot } from "../../store/page.js";
import { currentProofs, type ProofOfVersion, proofsOf, recordVersions } from "../../store/record.js";
import { bestFound, firstFound, foundById, MOST_COUNTED, newestFound, type RecordFilter } from "../../store/record-search.js";
import { snapshotOf } from "../../store/snapshot.js";
import { type RecordRow, templatesOf } from "../../store/template.js";
import { cursorOf, placeOf } from "../cursor.js";
import { exportOf } from "../exports/formats.js";
import type { Some } from "../handler.js";
import { presentRecord } from "../present/record.js";
import type { ServerTools } from "../tools.js";

type Names = "records" | "exportRecords" | "record" | "recordVersions" | "proof" | "snapshot";

const IdText = z.string().regex(/^\d{1,18}$/);
const Newest = z.strictObject({ at: z.iso.datetime(), id: IdText, isCommon: z.boolean() });
const Best = z.strictObject({ rank: z.number(), id: IdText, isPart: z.boolean() });

const MEDIA_TYPES = { csv: "text/csv", jsonl: "application/x-ndjson" };

export function recordRoutes(tools: ServerTools): Some<Names> {
  const { pool } = tools;

  return {
    async records({ query }) {
      const filter = filterOf(query);
      return query.order === "rank" && filter.q !== null ? best(filter, query) : newest(filter, query);
    },

    async exportRecords({ query, reply, caller }) {
      if (caller.kind === "nobody" || !(await tools.events.hold(caller, reply.raw))) return refuse("not-signed-in");
      const { format, raw } = query;
      return reply
        .header("content-type", `${MEDIA_TYPES[format]}; charset=utf-8`)
        .header("content-disposition", `attachment; filename="records.${format}"`)
        .send(Readable.from(exportOf(pool, filterOf(query), { format, isRaw: raw === "yes", mark: "\ufeff" })));
    },

    async record({ params }) {
      const record = (await foundById(pool, params.id)) ?? refuse("not-there", "record");
      const proofs = await currentProofs(pool, record.id);
      return {
        ...presentRecord(record),
        identity: record.identity,
        version: record.version,
        versions: record.versions,
        proofs: proofs.map(({ attribute, number, readAt, templateVersion, spans, ...page }) => ({
          attribute,
          version: number,
          readAt: readAt.toISOString(),
          ...presentPage(page),
          templateVersion,
          spans: [...spans],
        })),
      };
    },

    async recordVersions({ params }) {
      if (!(await foundById(pool, params.id))) return refuse("not-there", "record");
      const [versions, proofs] = await Promise.all([recordVersions(pool, params.id), proofsOf(pool, params.id, null)]);
      const pages = new Map(proofs.map(({ number, ...page }) => [number, presentPage(page)]));
      return {
        versions: versions.toReversed().map(({ number, kind, values, withheld, templateVersion, readAt, isApart, undoneAt }) => ({
          number,
          kind,
          values,
          withheld,
          templateVersion,
          readAt: readAt.toISOString(),
          isApart,
          undoneAt: undoneAt?.toISOString() ?? null,
          ...(pages.get(number) ?? { snapshotId: null, digest: null, droppedAt: null }),
        })),
      };
    },

    async proof({ params, query }) {
      const record = (await foundById(pool, params.id)) ?? refuse("not-there", "record");
      const found =
        query.version === undefined
          ? (await currentProofs(pool, record.id)).find(({ attribute }) => attribute === query.attribute)
          : ofVersion(await proofsOf(pool, record.id, query.version), query.attribute);
      if (!found) return refuse("not-there", "proof of this value");
      const { number, spans, snapshotId, templateVersion, charset } = found;
      const version = (await recordVersions(pool, record.id)).find((each) => each.number === number);
      const values = version?.values[query.attribute] ?? [];
      const snapshot = snapshotId === null ? undefined : await snapshotOf(pool, snapshotId);
      const shown =
        snapshot && !snapshot.droppedAt
          ? await tools.threads.call("showProof", {
              page: pageBytes({ ...snapshot, charset, address: "" }),
              attribute: query.attribute,
              values,
              spans,
              template: await templateOf(record.sourceId, templateVersion),
            })
          : NOT_SHOWN;
      return {
        attribute: query.attribute,
        version: number,
        readAt: found.readAt.toISOString(),
        ...presentPage(found),
        templateVersion,
        spans: [...spans],
        values,
        address: record.address ?? (snapshotId === null ? null : ((await addressOfSnapshot(pool, snapshotId)) ?? null)),
        charset,
        ...shown,
      };
    },

    async snapshot({ params }) {
      const snapshot = (await snapshotOf(pool, params.id)) ?? refuse("not-there", "snapshot");
      const { digest, droppedAt } = snapshot;
      if (droppedAt) return refuse("page-dropped", digest.toString("hex"), droppedAt.toISOString().slice(0, 10));
      return {
        address: (await addressOfSnapshot(pool, params.id)) ?? "",
        snapshotId: snapshot.id,
        html: await tools.threads.call("text", { page: pageBytes({ ...snapshot, address: "" }) }),
        charset: snapshot.charset,
        fetchedAt: snapshot.storedAt.toISOString(),
        digest: snapshot.digest.toString("hex"),
        isRendered: snapshot.isRendered,
      };
    },
  };

  async function newest(filter: RecordFilter, { after: cursor, limit }: { after?: string | undefined; limit: number }) {
    const after = placeOf(cursor, Newest);
    const first = after ? null : await firstFound(pool, filter, limit + 1);
    const isCommon = after?.isCommon ?? (first?.count ?? 0) > MOST_COUNTED;
    const rows = first?.records ?? (await newestFound(pool, filter, { after, limit: limit + 1, isCommon }));
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      records: shown.map(presentRecord),
      next: rows.length > limit && last ? cursorOf({ at: last.at, id: last.id, isCommon }) : null,
      count: first && capped(first.count),
      isRankedPart: false,
    };
  }

  async function best(filter: RecordFilter, { after: cursor, limit }: { after?: string | undefined; limit: number }) {
    const after = placeOf(cursor, Best);
    const { records, count } = await bestFound(pool, filter, { after, limit: limit + 1 });
    const shown = records.slice(0, limit);
    const last = shown.at(-1);
    const isPart = after?.isPart ?? count > MOST_COUNTED;
    return {
      records: shown.map(presentRecord),
      next: records.length > limit && last ? cursorOf({ rank: last.rank ?? 0, id: last.id, isPart }) : null,
      count: after ? null : capped(count),
      isRankedPart: isPart,
    };
  }

  async function templateOf(sourceId: string, version: number): Promise<Stored | undefined> {
    return (await templatesOf(pool, sourceId, version)).find((each) => each.role === "record")?.stored;
  }
}

type Stored = RecordRow["stored"];

const NOT_SHOWN = { html: null, lines: [], agreed: [], isProved: false };

/** Of the page a value was read from. */
const presentPage = ({ snapshotId, digest, droppedAt }: Pick<ProofOfVersion, "snapshotId" | "digest" | "droppedAt">) => ({
  snapshotId,
  digest: digest?.toString("hex") ?? null,
  droppedAt: droppedAt?.toISOString() ?? null,
});

const capped = (count: number) => ({ count: Math.min(count, MOST_COUNTED), isCapped: count > MOST_COUNTED });

interface Query {
  readonly q?: string | undefined;
  readonly source?: string | undefined;
  readonly state: "current" | "gone" | "any";
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

const filterOf = ({ q, source, state, since, until }: Query): RecordFilter => ({
  q: q || null,
  sourceId: source ?? null,
  state,
  since: since === undefined ? null : new Date(since),
  until: until === undefined ? null : new Date(until),
});

function ofVersion(proofs: Awaited<ReturnType<typeof proofsOf>>, attribute: string) {
  const [proof] = proofs;
  const spans = proof && Object.hasOwn(proof.spans, attribute) ? proof.spans[attribute] : undefined;
  return proof && spans && { ...proof, spans };
}
