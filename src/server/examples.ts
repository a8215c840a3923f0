/** What the description of the API shows for every route; a test holds each to its schema. */

import type { z } from "zod";
import { because, saidReason } from "../api/reasons.js";
import type { ROUTES, RouteName } from "../api/server/routes.js";
import { warningWords } from "../api/warning-words.js";

type Routes = typeof ROUTES;
type Example<Name extends RouteName> = {
  readonly body?: Routes[Name] extends { readonly body: infer Schema extends z.ZodType } ? z.input<Schema> : never;
  readonly answer?: Routes[Name]["answer"] extends z.ZodType ? z.input<Routes[Name]["answer"]> : never;
};

const AT = "2026-11-15T06:00:00.000Z";
const DRAFT = "7d9a4b52-0f5e-4c59-9d2e-1f6f7f0a3b11";
const ADDRESS = "https://rivers.example.org/reports/report-88";
const LIST = "https://rivers.example.org/reports/";

const me: Example<"me">["answer"] = {
  user: { id: "1", name: "Sari", role: "editor", hasPassword: true },
  hasAccounts: true,
  listensOn: "http://127.0.0.1:7474",
  publicUrl: null,
  version: "0.1.0",
  openWarnings: 1,
  sources: 13,
  hasDemo: true,
};
const user = { id: "1", name: "Sari", role: "editor" as const, hasPassword: true, createdAt: AT, signedInAt: AT, keys: 1 };
const link = { link: "http://127.0.0.1:7474/welcome?token=…", validUntil: AT };
const key = {
  id: "1",
  name: "nightly export",
  role: "reader" as const,
  effectiveRole: "reader" as const,
  beginning: "bartree_a1B2",
  owner: "Sari",
  createdBy: "Sari",
  createdAt: AT,
  usedAt: null,
  expiresAt: "2027-11-15T00:00:00.000Z",
};
const done = { done: true as const };
const stamp = { others: "no" as const, stamp: "q3…" };

const place = { start: 512, end: 543, before: "Reports", after: "Lena Brandt" };
const head = {
  address: ADDRESS,
  snapshotId: "41",
  title: "Silt Memory · Slow Rivers",
  language: "en",
  charset: "utf-8",
  fetchedAt: AT,
  isUpload: false,
  isRendered: false,
};
const label = { name: "title", kind: "one" as const, texts: [{ text: "Silt Memory in Regulated Rivers", place: null }] };
const draft: Example<"draft">["answer"] = {
  id: DRAFT,
  mode: "new",
  source: null,
  group: null,
  revision: 2,
  pages: [
    {
      page: head,
      region: null,
      labels: [{ ...label, htmlAttribute: null, located: [{ kind: "found", place, flags: [] }], state: "learnt", note: null }],
      absent: [],
    },
  ],
  guide: {},
  suggestions: [{ name: "authors", kind: "many", texts: ["Lena Brandt"], from: "citation", tag: "citation_author" }],
  learning: {
    isLearnt: true,
    standing: "confirmed",
    note: null,
    delimiters: [{ attribute: "title", values: [0], upper: { text: "", tags: "<h1>" }, lower: { text: "", tags: "</h1>" } }],
  },
  siblings: {
    state: "done",
    rows: [
      {
        address: "https://rivers.example.org/reports/report-87",
        state: "read",
        reason: null,
        snapshotId: "42",
        title: "How Long a Meander Waits",
        cells: {
          title: {
            kind: "value",
            texts: ["How Long a Meander Waits"],
            spans: [{ value: 0, start: 512, end: 536 }],
            isLabelled: false,
          },
        },
      },
    ],
    counts: { places: 1, proved: 1, empty: 0, withheld: 0, guessed: 0 },
    note: null,
  },
  list: null,
  settings: {
    name: "Slow Rivers",
    listAddress: LIST,
    isListProposed: true,
    next: { by: "rel" },
    nextNote: saidReason(because("next-by-rel")),
    schedule: { cron: "0 6 * * *", zone: "Asia/Jakarta" },
    warnMail: "index@example.org",
  },
  kept: null,
  updatedAt: AT,
};
const pageText = {
  address: ADDRESS,
  snapshotId: "41",
  html: "<!DOCTYPE html>…",
  charset: "utf-8",
  fetchedAt: AT,
  digest: "9f86d081…",
  isRendered: false,
};
const inspection: Example<"inspectDraft">["answer"] = {
  kind: "found",
  flags: [],
  places: [[512, 543]],
  d_max: 3,
  path: ["html", "body", "h1"],
  lower_path: ["html", "body", "h1"],
  P: [1, 2, 4],
  k: [1, 2, 1],
  w: ["1/1", "39/40", "19/40"],
  A: ["1/1", "39/20", "57/40"],
  A_total: "1/1",
  upper: { n_ot: 3, n_ct: 4, sigma: -1 },
  lower: { n_ot: 3, n_ct: 5, sigma: -2 },
  delta: 1,
  symmetry: "asymmetric",
  cut: false,
};

const sourceHead = {
  id: "7",
  name: "Slow Rivers",
  site: "rivers.example.org",
  state: "healed" as const,
  warning: null,
  stateReason: null,
  records: 16,
  withheld: 0,
  warnings: 0,
  checkedAt: AT,
  nextAt: AT,
  newestAt: AT,
  rhythmDays: 9.5,
  checks: ["same" as const, "same" as const, "healed" as const],
  isRunning: false,
};
const harvest = {
  id: "31",
  isFromSnapshots: false,
  templateVersion: 2,
  startedAt: AT,
  finishedAt: AT,
  ending: "done" as const,
  note: null,
  found: 16,
  toVisit: 0,
  read: 2,
  partly: 0,
  withheld: 0,
  unchanged: 14,
  gone: 0,
  skipped: 0,
  failed: 0,
};
const source: Example<"source">["answer"] = {
  ...sourceHead,
  attributes: ["title", "authors", "date"],
  kind: "page",
  templateVersion: 2,
  gone: 0,
  apart: 0,
  createdAt: AT,
  running: null,
  lastHarvest: harvest,
  settings: {
    keyAddress: ADDRESS,
    lists: [LIST],
    sitemaps: [],
    addresses: 0,
    next: { by: "rel" },
    depth: 1,
    keep: [],
    drop: [],
    dropParameters: [],
    maxPages: 10_000,
    schedule: { cron: "0 6 * * *", zone: "Asia/Jakarta" },
    alarmsOff: ["silence"],
    warnMail: "index@example.org",
    delayMs: 1000,
    render: false,
    volatile: [],
    headers: [],
    cookies: [],
    secretsFor: new URL(ADDRESS).origin,
  },
  perDay: [{ day: "2026-11-15", records: 2 }],
  harvests: [harvest],
  undoableKeep: { draftId: DRAFT },
  redoableHeal: null,
  undoableHeal: { version: 2, records: 16, versions: 2, back: 1 },
};
const check = {
  id: "90",
  checkedAt: AT,
  address: ADDRESS,
  templateVersion: 1,
  verdict: "broken" as const,
  reason: null,
  harvestId: "31",
};
const version = {
  version: 2,
  origin: "heal" as const,
  standing: "confirmed" as const,
  note: "all attributes",
  madeAt: AT,
  undoneAt: null,
  isInForce: true,
};
const values = { title: ["Silt Memory in Regulated Rivers"], authors: ["Lena Brandt", "Aoife Keane"] };
const record = {
  id: "120",
  source: { id: "7", name: "Slow Rivers" },
  address: ADDRESS,
  state: "current" as const,
  title: "Silt Memory in Regulated Rivers",
  values,
  withheld: { doi: { class: "not-unique", reason: "Several places here would fit, with different texts." } },
  isProvisional: false,
  createdAt: AT,
  updatedAt: AT,
};
const proof = {
  attribute: "title",
  version: 1,
  readAt: AT,
  snapshotId: "41",
  digest: "9f86d081…",
  droppedAt: null,
  templateVersion: 2,
  spans: [{ value: 0, start: 512, end: 543 }],
};
const warning = {
  id: "4",
  source: { id: "7", name: "Slow Rivers" },
  cause: "key-missing" as const,
  ...warningWords({ cause: "key-missing", details: { reason: because("no-known-record") } }, "Slow Rivers"),
  times: 1,
  openedAt: AT,
  seenAt: AT,
  acknowledgedAt: null,
  closedAt: null,
  details: { reason: because("no-known-record") },
  checkId: "90",
};
const demo: Example<"demo">["answer"] = {
  isOpen: true,
  origin: "http://127.0.0.1:7475",
  sites: [
    {
      id: "institute",
      name: "Institute for Slow Rivers",
      pageAddress: "http://127.0.0.1:7475/institute/reports/report-88",
      listAddress: "http://127.0.0.1:7475/institute/reports/",
      design: "old",
      removed: 0,
    },
  ],
};
const kept = { sourceId: "7" };

export const EXAMPLES: { readonly [Name in RouteName]: Example<Name> } = {
  me: { answer: me },
  welcome: { body: { token: "…" }, answer: me },
  signIn: { body: { name: "Sari", password: "a long password" }, answer: me },
  signOut: { answer: done },
  setPassword: { body: { current: "a long password", password: "a longer password" }, answer: done },
  users: { answer: { users: [user] } },
  addUser: { body: { name: "Sari", role: "editor" }, answer: { user: { ...user, hasPassword: false, keys: 0 }, link } },
  changeUser: { body: { role: "editor" }, answer: user },
  linkUser: { answer: link },
  removeUser: { answer: done },
  keys: { answer: { keys: [key] } },
  addKey: {
    body: { name: "nightly export", role: "reader", expiresAt: "2027-11-15T00:00:00.000Z" },
    answer: { key, secret: "bartree_…" },
  },
  revokeKey: { answer: done },
  hooks: {
    answer: { hooks: [{ id: "2", origin: "https://chat.example.org", source: null, createdAt: "2026-11-15T06:00:00.000Z" }] },
  },
  addHook: {
    body: { address: "https://chat.example.org/hooks/bartree" },
    answer: { id: "2", origin: "https://chat.example.org", secret: "hook_…" },
  },
  removeHook: { answer: done },
  testHook: { answer: { status: 204 } },
  drafts: { answer: { drafts: [{ id: DRAFT, mode: "new", address: ADDRESS, name: "Slow Rivers", labels: 2, updatedAt: AT }] } },
  addDraft: { body: { address: ADDRESS }, answer: draft },
  uploadDraft: { answer: draft },
  draftSource: { body: { mode: "rekey" }, answer: draft },
  draft: { answer: draft },
  draftPage: { answer: pageText },
  draftAsset: {},
  draftStamp: { answer: stamp },
  locate: {
    body: { text: "Silt Memory in Regulated Rivers" },
    answer: { located: { kind: "found", place, flags: [] }, proposal: { name: "title", kind: "one", because: "look" }, texts: 1 },
  },
  setLabels: { body: { revision: 1, pages: [{ address: ADDRESS, labels: [label] }] }, answer: draft },
  setListLabels: {
    body: { revision: 1, records: [{ title: "Silt Memory in Regulated Rivers" }, { title: "How Long a Meander Waits" }] },
    answer: draft,
  },
  setDraftSettings: { body: { revision: 2, name: "Slow Rivers", listAddress: LIST }, answer: draft },
  readSiblings: { answer: draft },
  inspectDraft: { answer: inspection },
  keepDraft: { body: { revision: 3 }, answer: kept },
  removeDraft: { answer: done },
  sources: {
    answer: {
      sources: [sourceHead],
      next: null,
      counts: {
        broken: 0,
        deferred: 0,
        silent: 0,
        withholding: 0,
        unreachable: 0,
        unrecognised: 0,
        provisional: 0,
        unconfirmed: 0,
        healed: 1,
        changed: 0,
        healthy: 12,
        paused: 0,
      },
      total: 13,
    },
  },
  source: { answer: source },
  changeSource: { body: { delayMs: 2000 }, answer: source },
  timeline: { answer: { entries: [{ kind: "check", at: AT, check, times: 1, since: AT }], next: null } },
  check: {
    answer: {
      check,
      change: {
        verdict: "broken",
        sets: { S1: false, S2: false, S3: false, S4: false, S5: false },
        case: "4",
        at: { d: 2, side: "path" },
        reading: { title: "failed" },
        reason: null,
      },
      was: { snapshotId: "41", at: AT, inspection },
      now: null,
      healedBy: 2,
    },
  },
  versions: { answer: { versions: [version] } },
  version: {
    answer: {
      ...version,
      attributes: ["title", "authors"],
      delimiters: draft.learning.delimiters,
      measures: null,
      key: values,
      known: [
        {
          recordId: "120",
          title: "Silt Memory in Regulated Rivers",
          address: ADDRESS,
          outcome: "exact",
          isKey: true,
          known: {},
          read: {},
        },
      ],
      checkId: "90",
      template: '{\n "format": "bartree-template", …',
    },
  },
  answer: {
    body: { address: ADDRESS, labels: { title: ["On Silt"] }, absent: ["doi"] },
    answer: {
      version: 3,
      address: ADDRESS,
      known: 88,
      gained: [{ attribute: "doi", pages: 12, example: "https://rivers.example.org/reports/report-12" }],
      changed: [],
      lost: [],
      keptRules: [],
      noRecords: [],
    },
  },
  withheld: {
    answer: {
      groups: [
        {
          group: "doi:not-unique",
          attributes: [{ name: "doi", class: "not-unique", reason: "Several places here would fit, with different texts." }],
          pages: 3,
          examples: [{ address: ADDRESS, snapshotId: "41" }],
        },
      ],
      pages: 3,
    },
  },
  sourceAsset: {},
  sourceStamp: { answer: stamp },
  run: { body: { isFromSnapshots: false }, answer: { isQueued: true, isRunning: false } },
  pause: { answer: source },
  resume: { answer: source },
  undoHeal: { answer: { undone: 2, inForce: 1, records: 16, versions: 2 } },
  redoHeal: { answer: { redone: 2, before: 1, records: 16, versions: 2 } },
  undoKeep: { answer: { draftId: DRAFT } },
  removedSources: { answer: { sources: [{ id: "7", name: "Slow Rivers", records: 88, removedAt: AT, undoUntil: AT }] } },
  removeSource: { answer: { removedAt: AT, undoUntil: AT } },
  restoreSource: { answer: source },
  records: { answer: { records: [record], next: null, count: { count: 1, isCapped: false }, isRankedPart: false } },
  exportRecords: {},
  record: { answer: { ...record, identity: ADDRESS, version: 1, versions: 1, proofs: [proof] } },
  recordVersions: {
    answer: {
      versions: [
        {
          number: 1,
          kind: "read",
          values,
          withheld: {},
          templateVersion: 2,
          readAt: AT,
          isApart: false,
          undoneAt: null,
          snapshotId: "41",
          digest: "9f86d081…",
          droppedAt: null,
        },
      ],
    },
  },
  proof: {
    answer: {
      ...proof,
      values: values.title,
      address: ADDRESS,
      charset: "utf-8",
      html: "<!DOCTYPE html>…",
      lines: [{ start: 480, html: "<h1>Silt Memory in Regulated Rivers</h1>" }],
      agreed: ["path", "own"],
      isProved: true,
    },
  },
  snapshot: { answer: pageText },
  warnings: { answer: { warnings: [warning], next: null, open: 1, checkedToday: 13 } },
  warning: { answer: warning },
  acknowledge: { answer: { ...warning, acknowledgedAt: AT } },
  demo: { answer: demo },
  openDemo: { answer: demo },
  actDemo: { body: { site: "institute", act: "redesign" }, answer: demo },
  events: {},
  machine: {
    answer: {
      version: "0.1.0",
      node: "v20.20.2",
      database: { isEmbedded: true, version: "18.4", bytes: 41_000_000, schemaVersion: 3 },
      listensOn: "http://127.0.0.1:7474",
      publicUrl: null,
      contact: "index@example.org",
      verified: { at: AT, values: 31_200, false: 0, unchecked: 0 },
      workers: [{ name: "worker-1", seenAt: AT }],
      settings: [{ name: "BARTREE_DELAY_MS", value: "1000", isDefault: true, does: "Time between two requests to a host." }],
    },
  },
  healthz: { answer: { ok: true } },
  readyz: { answer: { ok: true, database: true, migrations: true, worker: true } },
  metrics: {},
};
