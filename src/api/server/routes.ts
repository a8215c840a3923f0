/**
 * Every route of the API: method, address, who may call it, what it takes and gives. The server registers exactly these,
 * OpenAPI is made from them, and the web page calls them by name.
 *
 * Errors of all routes have one shape: { error: { code, message, hint } }.
 */
import { z } from "zod";
import { ErrorReport } from "../errors.js";
import * as accounts from "./accounts.js";
import { Done, DraftParams, IdParams, type Role } from "./common.js";
import * as demo from "./demo.js";
import * as drafts from "./drafts.js";
import * as hooks from "./hooks.js";
import * as machine from "./machine.js";
import { InspectionView } from "./measures.js";
import * as records from "./records.js";
import * as sources from "./sources.js";
import * as warnings from "./warnings.js";

export const ErrorAnswer = z.object({ error: ErrorReport });
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;

export type Tag = "account" | "people" | "keys" | "drafts" | "sources" | "records" | "warnings" | "demo" | "machine";

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string; // with :names
  readonly role: Role | "anyone"; // the least that may call it
  readonly tag: Tag;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject | z.ZodOptional<z.ZodNullable<z.ZodObject>>; // the latter may be left out
  readonly upload?: true; // the body is the bytes of a page
  readonly answer: z.ZodType | "stream"; // stream: events, an export, a style sheet or a picture
}

const routes = <Table extends Record<string, Route>>(table: Table): Table => table;

export const ROUTES = routes({
  me: {
    method: "GET",
    path: "/api/me",
    role: "anyone",
    tag: "account",
    summary: "Who asks, and what this server is",
    answer: accounts.Me,
  },
  welcome: {
    method: "POST",
    path: "/api/welcome",
    role: "anyone",
    tag: "account",
    summary: "Sign in by a one-time link",
    body: accounts.Welcome,
    answer: accounts.Me,
  },
  signIn: {
    method: "POST",
    path: "/api/sign-in",
    role: "anyone",
    tag: "account",
    summary: "Sign in by name and password",
    body: accounts.SignIn,
    answer: accounts.Me,
  },
  signOut: { method: "POST", path: "/api/sign-out", role: "reader", tag: "account", summary: "End the session", answer: Done },
  setPassword: {
    method: "PUT",
    path: "/api/me/password",
    role: "reader",
    tag: "account",
    summary: "Set one's own password; all other sessions end",
    body: accounts.PasswordChange,
    answer: Done,
  },

  users: {
    method: "GET",
    path: "/api/users",
    role: "admin",
    tag: "people",
    summary: "All accounts",
    answer: z.object({ users: z.array(accounts.UserView) }),
  },
  addUser: {
    method: "POST",
    path: "/api/users",
    role: "admin",
    tag: "people",
    summary: "Add an account; without a password it gets a one-time link. The first one is an admin",
    body: accounts.NewUser,
    answer: accounts.UserAdded,
  },
  changeUser: {
    method: "PATCH",
    path: "/api/users/:id",
    role: "admin",
    tag: "people",
    summary: "Change an account's role",
    params: IdParams,
    body: accounts.UserChange,
    answer: accounts.UserView,
  },
  linkUser: {
    method: "POST",
    path: "/api/users/:id/link",
    role: "admin",
    tag: "people",
    summary: "A one-time link to sign in, the way back after a lost password",
    params: IdParams,
    answer: accounts.OneTimeLink,
  },
  removeUser: {
    method: "DELETE",
    path: "/api/users/:id",
    role: "admin",
    tag: "people",
    summary: "Remove an account; its sessions end",
    params: IdParams,
    answer: Done,
  },

  keys: {
    method: "GET",
    path: "/api/keys",
    role: "admin",
    tag: "keys",
    summary: "All API keys",
    answer: z.object({ keys: z.array(accounts.KeyView) }),
  },
  addKey: {
    method: "POST",
    path: "/api/keys",
    role: "admin",
    tag: "keys",
    summary: "Add an API key; its secret is shown once",
    body: accounts.NewKey,
    answer: accounts.KeyAdded,
  },
  revokeKey: {
    method: "DELETE",
    path: "/api/keys/:id",
    role: "admin",
    tag: "keys",
    summary: "Revoke an API key, at once and for good",
    params: IdParams,
    answer: Done,
  },

  hooks: {
    method: "GET",
    path: "/api/hooks",
    role: "admin",
    tag: "warnings",
    summary: "All webhooks",
    answer: hooks.HooksAnswer,
  },
  addHook: {
    method: "POST",
    path: "/api/hooks",
    role: "admin",
    tag: "warnings",
    summary: "Tell a program of warnings, by signed requests; the secret of the signature is shown once",
    body: hooks.NewHook,
    answer: hooks.HookAdded,
  },
  removeHook: {
    method: "DELETE",
    path: "/api/hooks/:id",
    role: "admin",
    tag: "warnings",
    summary: "Remove a webhook",
    params: IdParams,
    answer: Done,
  },
  testHook: {
    method: "POST",
    path: "/api/hooks/:id/test",
    role: "admin",
    tag: "warnings",
    summary: "Send a message of no meaning to a webhook, to see whether it arrives",
    params: IdParams,
    answer: hooks.HookTested,
  },

  drafts: {
    method: "GET",
    path: "/api/drafts",
    role: "editor",
    tag: "drafts",
    summary: "Unfinished drafts, the newest first",
    answer: drafts.DraftHeads,
  },
  addDraft: {
    method: "POST",
    path: "/api/drafts",
    role: "editor",
    tag: "drafts",
    summary: "Fetch a page to label",
    body: drafts.NewDraft,
    answer: drafts.DraftView,
  },
  uploadDraft: {
    method: "POST",
    path: "/api/drafts/upload",
    role: "editor",
    tag: "drafts",
    summary: "Label a page that is sent as a file (text/html, 12 MB at most)",
    query: drafts.UploadQuery,
    upload: true,
    answer: drafts.DraftView,
  },
  draftSource: {
    method: "POST",
    path: "/api/sources/:id/drafts",
    role: "editor",
    tag: "drafts",
    summary: "Give a source a new key, or label one page of a withheld group",
    params: IdParams,
    body: drafts.NewSourceDraft,
    answer: drafts.DraftView,
  },
  draft: {
    method: "GET",
    path: "/api/drafts/:id",
    role: "editor",
    tag: "drafts",
    summary: "A draft",
    params: DraftParams,
    answer: drafts.DraftView,
  },
  draftPage: {
    method: "GET",
    path: "/api/drafts/:id/page",
    role: "editor",
    tag: "drafts",
    summary: "A page of the draft as decoded text",
    params: DraftParams,
    query: drafts.PageTextQuery,
    answer: drafts.PageText,
  },
  draftAsset: {
    method: "GET",
    path: "/api/drafts/:id/asset",
    role: "editor",
    tag: "drafts",
    summary: "A style sheet, picture or font of the page, through the gate",
    params: DraftParams,
    query: drafts.AssetQuery,
    answer: "stream",
  },
  locate: {
    method: "POST",
    path: "/api/drafts/:id/locate",
    role: "editor",
    tag: "drafts",
    summary: "Where a text stands on a page of the draft, and what it might be called",
    params: DraftParams,
    body: drafts.LocateInput,
    answer: drafts.LocateAnswer,
  },
  setLabels: {
    method: "PUT",
    path: "/api/drafts/:id/labels",
    role: "editor",
    tag: "drafts",
    summary: "Set all labels of the draft's pages; answers with what they give on all pages read so far",
    params: DraftParams,
    body: drafts.LabelsInput,
    answer: drafts.DraftView,
  },
  setListLabels: {
    method: "PUT",
    path: "/api/drafts/:id/list-labels",
    role: "editor",
    tag: "drafts",
    summary: "Label two neighbouring records of a list page that holds its records whole",
    params: DraftParams,
    body: drafts.ListLabelsInput,
    answer: drafts.DraftView,
  },
  setDraftSettings: {
    method: "PATCH",
    path: "/api/drafts/:id/settings",
    role: "editor",
    tag: "drafts",
    summary: "Name, list address, paging, schedule, whom to warn",
    params: DraftParams,
    body: drafts.DraftSettingsInput,
    answer: drafts.DraftView,
  },
  readSiblings: {
    method: "POST",
    path: "/api/drafts/:id/siblings",
    role: "editor",
    tag: "drafts",
    summary: "Look for other pages again, politely, one by one; events tell how far it is",
    params: DraftParams,
    answer: drafts.DraftView,
  },
  inspectDraft: {
    method: "GET",
    path: "/api/drafts/:id/inspect",
    role: "editor",
    tag: "drafts",
    summary: "The measures of a page of the draft: path, bars, areas, symmetry",
    params: DraftParams,
    query: drafts.InspectQuery,
    answer: InspectionView,
  },
  keepDraft: {
    method: "POST",
    path: "/api/drafts/:id/keep",
    role: "editor",
    tag: "drafts",
    summary: "Keep the source, the new key or the new labels; the first harvest begins",
    params: DraftParams,
    body: drafts.KeepInput,
    answer: sources.SourceKept,
  },
  removeDraft: {
    method: "DELETE",
    path: "/api/drafts/:id",
    role: "editor",
    tag: "drafts",
    summary: "Throw a draft away",
    params: DraftParams,
    answer: Done,
  },

  sources: {
    method: "GET",
    path: "/api/sources",
    role: "reader",
    tag: "sources",
    summary: "The work list: what needs a person first",
    query: sources.SourcesQuery,
    answer: sources.SourcesAnswer,
  },
  source: {
    method: "GET",
    path: "/api/sources/:id",
    role: "reader",
    tag: "sources",
    summary: "One source",
    params: IdParams,
    answer: sources.SourceView,
  },
  changeSource: {
    method: "PATCH",
    path: "/api/sources/:id",
    role: "editor",
    tag: "sources",
    summary: "Change a source's settings",
    params: IdParams,
    body: sources.SourceChange,
    answer: sources.SourceView,
  },
  timeline: {
    method: "GET",
    path: "/api/sources/:id/timeline",
    role: "reader",
    tag: "sources",
    summary: "Checks, harvests and template versions, the newest first",
    params: IdParams,
    query: sources.TimelineQuery,
    answer: sources.TimelineAnswer,
  },
  check: {
    method: "GET",
    path: "/api/sources/:id/checks/:check",
    role: "reader",
    tag: "sources",
    summary: "One check: what differed and where, measures then and now",
    params: sources.CheckParams,
    answer: sources.CheckAnswer,
  },
  versions: {
    method: "GET",
    path: "/api/sources/:id/versions",
    role: "reader",
    tag: "sources",
    summary: "Template versions of a source",
    params: IdParams,
    answer: sources.VersionsAnswer,
  },
  version: {
    method: "GET",
    path: "/api/sources/:id/versions/:version",
    role: "reader",
    tag: "sources",
    summary: "One template version, with the known records that confirmed it",
    params: sources.VersionParams,
    answer: sources.VersionAnswer,
  },
  withheld: {
    method: "GET",
    path: "/api/sources/:id/withheld",
    role: "reader",
    tag: "sources",
    summary: "Pages withheld alike, the largest group first",
    params: IdParams,
    answer: sources.WithheldAnswer,
  },
  sourceAsset: {
    method: "GET",
    path: "/api/sources/:id/asset",
    role: "reader",
    tag: "sources",
    summary: "A style sheet, picture or font of the source's own site, through the gate",
    params: IdParams,
    query: drafts.AssetQuery,
    answer: "stream",
  },
  run: {
    method: "POST",
    path: "/api/sources/:id/run",
    role: "editor",
    tag: "sources",
    summary: "Check and harvest now",
    params: IdParams,
    body: sources.RunInput,
    answer: sources.RunAnswer,
  },
  pause: {
    method: "POST",
    path: "/api/sources/:id/pause",
    role: "editor",
    tag: "sources",
    summary: "Pause a source",
    params: IdParams,
    answer: sources.SourceView,
  },
  resume: {
    method: "POST",
    path: "/api/sources/:id/resume",
    role: "editor",
    tag: "sources",
    summary: "Go on with a source",
    params: IdParams,
    answer: sources.SourceView,
  },
  undoHeal: {
    method: "POST",
    path: "/api/sources/:id/undo-heal",
    role: "editor",
    tag: "sources",
    summary: "Take back the healed version in force and what it wrote; nothing is deleted",
    params: IdParams,
    answer: sources.HealUndoneView,
  },
  redoHeal: {
    method: "POST",
    path: "/api/sources/:id/redo-heal",
    role: "editor",
    tag: "sources",
    summary: "Put the heal that was undone last in force again, with what it wrote; the source goes on",
    params: IdParams,
    answer: sources.HealRedoneView,
  },
  undoKeep: {
    method: "POST",
    path: "/api/sources/:id/undo-keep",
    role: "editor",
    tag: "sources",
    summary: "Take back the keeping of a source, a key or labels; the draft is open again",
    params: IdParams,
    answer: sources.SourceUndone,
  },
  removeSource: {
    method: "DELETE",
    path: "/api/sources/:id",
    role: "editor",
    tag: "sources",
    summary: "Remove a source with its records; it can be brought back for 7 days",
    params: IdParams,
    answer: sources.Removed,
  },
  restoreSource: {
    method: "POST",
    path: "/api/sources/:id/restore",
    role: "editor",
    tag: "sources",
    summary: "Bring a removed source back as it was",
    params: IdParams,
    answer: sources.SourceView,
  },

  records: {
    method: "GET",
    path: "/api/records",
    role: "reader",
    tag: "records",
    summary: "Search records; newest first unless ranked",
    query: records.RecordsQuery,
    answer: records.RecordsAnswer,
  },
  exportRecords: {
    method: "GET",
    path: "/api/records/export",
    role: "reader",
    tag: "records",
    summary: "All records that fit, as CSV or JSON lines",
    query: records.ExportQuery,
    answer: "stream",
  },
  record: {
    method: "GET",
    path: "/api/records/:id",
    role: "reader",
    tag: "records",
    summary: "One record",
    params: IdParams,
    answer: records.RecordView,
  },
  recordVersions: {
    method: "GET",
    path: "/api/records/:id/versions",
    role: "reader",
    tag: "records",
    summary: "A record's history",
    params: IdParams,
    answer: records.RecordVersionsAnswer,
  },
  proof: {
    method: "GET",
    path: "/api/records/:id/proof",
    role: "reader",
    tag: "records",
    summary: "The stored page and the exact characters of a value",
    params: IdParams,
    query: records.ProofQuery,
    answer: records.ProofAnswer,
  },
  snapshot: {
    method: "GET",
    path: "/api/snapshots/:id",
    role: "reader",
    tag: "records",
    summary: "A stored page as it was, as text",
    params: IdParams,
    answer: drafts.PageText,
  },

  warnings: {
    method: "GET",
    path: "/api/warnings",
    role: "reader",
    tag: "warnings",
    summary: "What needs a person",
    query: warnings.WarningsQuery,
    answer: warnings.WarningsAnswer,
  },
  warning: {
    method: "GET",
    path: "/api/warnings/:id",
    role: "reader",
    tag: "warnings",
    summary: "One warning",
    params: IdParams,
    answer: warnings.WarningView,
  },
  acknowledge: {
    method: "POST",
    path: "/api/warnings/:id/acknowledge",
    role: "editor",
    tag: "warnings",
    summary: "Say that a person has seen it; it stays open until its cause is gone",
    params: IdParams,
    answer: warnings.WarningView,
  },

  demo: { method: "GET", path: "/api/demo", role: "reader", tag: "demo", summary: "The bundled site", answer: demo.DemoView },
  openDemo: {
    method: "POST",
    path: "/api/demo",
    role: "editor",
    tag: "demo",
    summary: "Open the bundled site",
    answer: demo.DemoView,
  },
  actDemo: {
    method: "POST",
    path: "/api/demo/acts",
    role: "editor",
    tag: "demo",
    summary: "Redesign a bundled site, remove its article, or put it back",
    body: demo.DemoAct,
    answer: demo.DemoView,
  },

  events: {
    method: "GET",
    path: "/api/events",
    role: "reader",
    tag: "machine",
    summary: "What changes, as server-sent events",
    answer: "stream",
  },
  machine: {
    method: "GET",
    path: "/api/machine",
    role: "admin",
    tag: "machine",
    summary: "This machine and its settings",
    answer: machine.MachineView,
  },
  healthz: {
    method: "GET",
    path: "/healthz",
    role: "anyone",
    tag: "machine",
    summary: "The process runs",
    answer: machine.Health,
  },
  readyz: {
    method: "GET",
    path: "/readyz",
    role: "anyone",
    tag: "machine",
    summary: "Database, layout and a worker are there",
    answer: machine.Readiness,
  },
  metrics: {
    method: "GET",
    path: "/metrics",
    role: "anyone",
    tag: "machine",
    summary: "Figures for Prometheus; from this machine, or with a key",
    answer: "stream",
  },
});

export type RouteName = keyof typeof ROUTES;
type Routes = typeof ROUTES;
type Input<Name extends RouteName, Part extends "params" | "query" | "body"> = Routes[Name] extends {
  readonly [P in Part]: infer Schema extends z.ZodType;
}
  ? { readonly [P in Part]: z.input<Schema> }
  : unknown;

/** What a caller gives. */
export type CallOf<Name extends RouteName> = Input<Name, "params"> & Input<Name, "query"> & Input<Name, "body">;
/** What it gets; `never` for streams, which are opened by their address. */
export type AnswerOf<Name extends RouteName> = Routes[Name]["answer"] extends z.ZodType
  ? z.output<Routes[Name]["answer"]>
  : never;

/** State-changing calls with a session's cookie must carry it; a foreign page cannot send it. */
export const REQUEST_HEADER = "x-bartree-request";
