import { setMaxListeners } from "node:events";
import type { SourceSettings } from "../../api/source.js";
import type { Door } from "../../fetch/door.js";
import { type Fetched, type FetchedPage, type FetchOptions, fetchPage } from "../../fetch/fetch-page.js";
import { openSession } from "../../fetch/session.js";
import { renderOrSecrets } from "../settings/render-or-secrets.js";
import { changedValues } from "../settings/sealed-settings.js";
import { secretsHome } from "../settings/secrets-home.js";
import { nonexistentAddress } from "./missing-page-probe.js";
import type { Elsewhere, OwnPage } from "./own-page.js";

export type Visit = (address: string, options?: Pick<FetchOptions, "accept" | "known" | "retries">) => Promise<Fetched>;

/** Visits in a source's own name: its headers, cookies and pauses. Only here are its secrets opened. */
export function visitor(door: Door, settings: SourceSettings, signal?: AbortSignal): Visit {
  const { headers, cookies, render } = settings;
  const delayMs = settings.delayMs ?? undefined;
  if (signal) setMaxListeners(0, signal); // every page under way listens
  const home = secretsHome(settings);
  const opened = (sealed: Readonly<Record<string, string>>) => changedValues(sealed, door.vault.open);
  const session = home === null ? undefined : openSession({ address: home, headers: opened(headers), cookies: opened(cookies) });
  return async (address, options = {}) => {
    renderOrSecrets(settings); // an older bartree has kept both
    return fetchPage(door, address, { session, delayMs, render, signal, ...options });
  };
}

/** A check and a heal look at pages that the harvest visits next; a few answers are kept so that nobody is asked twice. */
export class Fresh {
  readonly #pages = new Map<string, Fetched>();
  #nowhere: Promise<Fetched | Elsewhere> | undefined;

  constructor(
    readonly visit: Visit,
    readonly own: OwnPage,
  ) {}

  /** Kept as it was answered: which pages are known changes in the course of a harvest. */
  async finalPage(address: string): Promise<Fetched | Elsewhere> {
    return this.own(address, await this.page(address));
  }

  async page(address: string): Promise<Fetched> {
    const kept = this.#pages.get(address);
    if (kept) return kept;
    const fetched = await this.visit(address);
    if (this.#pages.size < MOST_KEPT) this.#pages.set(address, fetched);
    return fetched;
  }

  /** What the site says where it has no page; asked once, beside this one of its pages. */
  nowhere(near: string, others: readonly string[]): Promise<Fetched | Elsewhere> {
    this.#nowhere ??= this.#beside(nonexistentAddress(near, others));
    return this.#nowhere;
  }

  async #beside(address: string): Promise<Fetched | Elsewhere> {
    return this.own(address, await this.visit(address, { retries: 0 }));
  }

  /** Forgets the answer, so that it is asked for anew. */
  take(address: string): Fetched | undefined {
    const kept = this.#pages.get(address);
    this.#pages.delete(address);
    return kept;
  }
}

const MOST_KEPT = 20;

export const isPage = (fetched: Fetched | Elsewhere): fetched is FetchedPage => fetched.kind === "ok";
