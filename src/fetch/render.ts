/**
 * A page as a browser shows it: a Chromium of the system loads it, runs its scripts, and writes its DOM as HTML.
 *
 * One process, one profile, one proxy per page; all three end with it. The sandbox is on. The browser resolves no names and
 * reaches nothing but our proxy, so that the gate holds for every request of every script.
 */

import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { because } from "../api/reasons.js";
import { readMarkup } from "../core/page/markup.js";
import type { BrowserSettings, Door } from "./door.js";
import { Fault } from "./fault.js";
import { startRenderProxy } from "./render-proxy.js";
import { hasPage } from "./request.js";

const SCRIPTS_MS = 5000; // of the page's own time; waits of its scripts pass at once

/** Refuses before anything is fetched. */
export function browserOf(browser: BrowserSettings | undefined): BrowserSettings {
  if (browser === undefined) throw new Fault("browser-missing", because("browser-unnamed"));
  if (browser.isRoot && browser.acceptsRoot !== true) throw new Fault("render-refused", because("browser-as-root"));
  return browser;
}

export async function render(door: Door, browser: BrowserSettings, url: URL, signal?: AbortSignal): Promise<Uint8Array> {
  signal?.throwIfAborted();
  await access(browser.path, constants.X_OK).catch(() => {
    throw new Fault("browser-missing", because("browser-missing", browser.path));
  });
  const profile = await mkdtemp(join(tmpdir(), "bartree-render-"));
  const proxy = await startRenderProxy(door);
  try {
    const args = argumentsFor(browser, { proxy: proxy.address, profile, userAgent: door.headers["user-agent"] ?? "", url });
    const bytes = await outputOf(browser.path, args, { ...door.limits, profile, signal });
    const status = proxy.statusOf(url) ?? 200;
    if (!hasPage(status)) throw new Fault("render-failed", because("browser-status", status));
    if (bytes.length === 0 || isErrorPage(bytes)) throw new Fault("render-failed", because("browser-no-page"));
    return bytes;
  } finally {
    await proxy.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}

type Run = { proxy: string; profile: string; userAgent: string; url: URL };

function argumentsFor({ isRoot }: BrowserSettings, { proxy, profile, userAgent, url }: Run): string[] {
  return [
    "--headless",
    "--dump-dom",
    `--virtual-time-budget=${SCRIPTS_MS}`,
    `--user-data-dir=${profile}`,
    `--user-agent=${userAgent}`,
    `--proxy-server=${proxy}`,
    "--proxy-bypass-list=<-loopback>", // loopback goes through the proxy as well
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--blink-settings=imagesEnabled=false",
    "--no-first-run",
    "--no-pings",
    "--mute-audio",
    ...(isRoot ? ["--no-sandbox"] : []), // accepted in the settings, or we would not be here
    url.href,
  ];
}

type Bounds = { wholeMs: number; bodyBytes: number; profile: string; signal: AbortSignal | undefined };

/** What the program writes. It and its children, a group of their own, are ended when it is late or writes too much. */
function outputOf(path: string, args: readonly string[], { wholeMs, bodyBytes, profile, signal }: Bounds): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const env = { HOME: profile, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile, PATH: process.env.PATH };
    const browser = spawn(path, args, { detached: true, stdio: ["ignore", "pipe", "ignore"], env });
    const chunks: Uint8Array[] = [];
    let length = 0;
    let failure: unknown;
    const end = (reason: unknown): void => {
      failure ??= reason;
      try {
        if (browser.pid !== undefined) process.kill(-browser.pid, "SIGKILL");
      } catch {
        // it has ended by itself just now
      }
    };
    const stop = () => end(signal?.reason);
    const timer = setTimeout(() => end(new Fault("fetch-timeout", because("browser-slow", wholeMs / 1000))), wholeMs);
    signal?.addEventListener("abort", stop);
    browser.stdout.on("data", (chunk: Uint8Array) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > bodyBytes) end(new Fault("response-too-large", because("more-than-megabytes", bodyBytes / 1e6)));
    });
    browser.on("error", (error) => end(new Fault("render-failed", because("browser-not-started", error.message))));
    browser.on("close", (code) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      if (failure === undefined && code !== 0)
        failure = new Fault("render-failed", because("browser-ended", code), { mayPass: true });
      if (failure === undefined) resolve(Buffer.concat(chunks));
      else reject(failure);
    });
  });
}

/** Chromium's own page for what it could not load. */
function isErrorPage(bytes: Uint8Array): boolean {
  let isError = false;
  readMarkup(Buffer.from(bytes).toString("latin1"), {
    open: ({ attributes }) => {
      isError = attributes().get("id") === "main-frame-error" || attributes().get("class") === "neterror";
      return isError;
    },
  });
  return isError;
}
