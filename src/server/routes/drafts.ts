import { refuse } from "../../api/errors.js";
import type { DraftView } from "../../api/server/drafts.js";
import { withScheme } from "../../api/with-scheme.js";
import { DraftBody } from "../../harvester/draft/body.js";
import { countTexts, editDraft, setLabels, setListRecords } from "../../harvester/draft/change.js";
import { keepDraft } from "../../harvester/draft/keep.js";
import { neededDraft, pageAt } from "../../harvester/draft/pages.js";
import { readSiblings } from "../../harvester/draft/siblings.js";
import { startDraft, startRekey, startUpload, startVariant } from "../../harvester/draft/start.js";
import { draftView } from "../../harvester/draft/view.js";
import { nowOf } from "../../harvester/tools.js";
import { openDrafts, removeDraft } from "../../store/draft.js";
import { takeDraft } from "../../store/lock.js";
import type { Caller } from "../access.js";
import { sendAsset } from "../assets.js";
import type { Some } from "../handler.js";
import { neededSource } from "../needed-source.js";
import { presentInspection } from "../present/inspection.js";
import { stampOf } from "../stamp.js";
import type { ServerTools } from "../tools.js";

type Names =
  | "drafts"
  | "addDraft"
  | "uploadDraft"
  | "draftSource"
  | "draft"
  | "draftPage"
  | "draftAsset"
  | "draftStamp"
  | "locate"
  | "setLabels"
  | "setListLabels"
  | "setDraftSettings"
  | "readSiblings"
  | "inspectDraft"
  | "keepDraft"
  | "removeDraft";

const MOST_DRAFTS = 50;
const ENOUGH_LABELS = 2; // then other pages are looked for, by itself

export function draftRoutes(tools: ServerTools): Some<Names> {
  const { pool } = tools;
  const views = new Map<string, { revision: number; view: DraftView }>(); // the last few, since a page asks more often than it changes

  const startedAt = nowOf(tools);
  /** Its other pages were being read before this process began: by one that has ended, unless another goes on with them. */
  const isLeft = ({ siblings, kept, updatedAt }: DraftView): boolean =>
    kept === null && (siblings.state === "looking" || siblings.state === "reading") && new Date(updatedAt) < startedAt;

  async function view(id: string): Promise<DraftView> {
    const draft = await neededDraft(pool, id);
    const known = views.get(id);
    if (known?.revision === draft.revision) return known.view;
    const made = await draftView(tools, draft);
    views.delete(id);
    views.set(id, { revision: draft.revision, view: made });
    for (const oldest of views.keys()) if (views.size > MOST_DRAFTS) views.delete(oldest);
    return made;
  }

  function look(id: string): void {
    lookAlone(id).catch((error: unknown) => tools.onTrouble?.(error));
  }

  /** Whoever reads them already sees by itself that another list is named. */
  async function lookAlone(id: string): Promise<void> {
    const release = await takeDraft(pool, id);
    if (release) await readSiblings(tools, id).finally(release);
  }

  return {
    async drafts() {
      const rows = await openDrafts<unknown>(pool, MOST_DRAFTS);
      return {
        drafts: rows.map(({ id, body: stored, updatedAt }) => {
          const body = DraftBody.parse(stored);
          const address = body.pages[0]?.address ?? "";
          return {
            id,
            mode: body.mode,
            address,
            name: body.settings.name,
            labels: countTexts(body),
            updatedAt: updatedAt.toISOString(),
          };
        }),
      };
    },

    addDraft: async ({ body, caller }) => view(await startDraft(tools, body.address, nameOf(caller))),

    async uploadDraft({ query, request, caller }) {
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes)) return refuse("request-invalid", "the body is not a page: send it as text/html");
      const upload = { address: query.address, bytes, contentType: request.headers["content-type"] ?? "" };
      return view(await startUpload(tools, upload, nameOf(caller)));
    },

    async draftSource({ params, body, caller }) {
      const source = await neededSource(tools, params.id);
      if (body.mode === "rekey") return view(await startRekey(tools, source, body.address, nameOf(caller)));
      if (body.group === undefined) return refuse("request-invalid", "body.group: which group of withheld pages is meant");
      return view(await startVariant(tools, source, { group: body.group, address: body.address }, nameOf(caller)));
    },

    async draft({ params: { id } }) {
      const draft = await view(id);
      if (isLeft(draft)) look(id);
      return draft;
    },

    async draftPage({ params, query }) {
      const { page, address, snapshotId, digest, isRendered, fetchedAt } = await pageAt(
        pool,
        await neededDraft(pool, params.id),
        query.address,
      );
      return {
        address,
        snapshotId: snapshotId ?? "0",
        html: await tools.threads.call("text", { page }),
        charset: page.charset,
        digest,
        isRendered,
        fetchedAt: (fetchedAt ?? new Date(0)).toISOString(),
      };
    },

    async draftAsset({ params, query, request, reply }) {
      const { body } = await neededDraft(pool, params.id);
      const own = body.pages[0]?.address ?? "";
      return sendAsset(tools, { of: `draft ${params.id}`, own, query, request, reply });
    },

    async draftStamp({ params, query: { others }, request }) {
      await neededDraft(pool, params.id);
      return { others, stamp: stampOf(request, { of: `draft ${params.id}`, others }) };
    },

    async locate({ params, body }) {
      const draft = await neededDraft(pool, params.id);
      const { page } = await pageAt(pool, draft, body.address);
      const taken = draft.body.pages.flatMap(({ labels }) => labels.map(({ name }) => name));
      const texts = body.text.split(/\n/).filter((line) => line.trim() !== "").length;
      const pointed = await tools.threads.call("pointAt", { page, text: body.text, place: body.place, taken });
      return { ...pointed, texts: Math.max(1, texts) };
    },

    async setLabels({ params, body, now }) {
      const draft = await setLabels(tools, params.id, body, now);
      if (draft.siblings.state === "waiting" && countTexts(draft) >= ENOUGH_LABELS) look(params.id);
      return view(params.id);
    },

    async setListLabels({ params, body, now }) {
      await setListRecords(tools, params.id, body, now);
      return view(params.id);
    },

    async setDraftSettings({ params, body, now }) {
      const { revision, ...changes } = body;
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const { listAddress } = body;
      const draft = await editDraft(pool, params.id, {
        revision,
        now,
        change: ({ settings, ...rest }) => ({
          ...rest,
          settings: {
            ...settings,
            ...given,
            ...(listAddress !== undefined && { listAddress: listOf(rest, listAddress), isListProposed: false }),
          },
        }),
      });
      if (listAddress != null && draft.mode !== "variant") look(params.id);
      return view(params.id);
    },

    async readSiblings({ params }) {
      await neededDraft(pool, params.id);
      look(params.id);
      return view(params.id);
    },

    async inspectDraft({ params, query }) {
      const draft = await neededDraft(pool, params.id);
      const { page } = await pageAt(pool, draft, query.address);
      const labelled = draft.body.pages.find(({ address }) => address === page.address);
      const region = query.region ?? labelled?.region ?? null;
      const texts = labelled?.labels.flatMap((label) => label.texts.map(({ text }) => text)) ?? [];
      return presentInspection(await tools.threads.call("inspect", { page, region, texts }));
    },

    async keepDraft({ params, body }) {
      const sourceId = await keepDraft(tools, params.id, body?.revision);
      await tools.run(sourceId, { isFromSnapshots: false });
      return { sourceId };
    },

    async removeDraft({ params: { id } }) {
      const { revision } = await neededDraft(pool, id);
      if (!(await removeDraft(pool, id))) return refuse("not-there", "draft");
      tools.events.tell({ kind: "draft", draftId: id, revision: revision + 1 }); // the database tells only of what is still there
      return { done: true };
    },
  };
}

/** Without a scheme, as its field shows it, it has that of the labelled page if it is of the same host. */
function listOf({ pages: [first] }: Pick<DraftBody, "pages">, written: string | null): string | null {
  if (written === null || !first) return written;
  const own = new URL(first.address);
  const alike = withScheme(written, own.protocol);
  return URL.canParse(alike) && new URL(alike).host === own.host ? alike : withScheme(written);
}

const nameOf = (caller: Caller): string | null => (caller.kind === "nobody" ? null : caller.name);
