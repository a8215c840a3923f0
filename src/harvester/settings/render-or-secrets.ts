import { refuse } from "../../api/errors.js";
import type { SourceSettings } from "../../api/source.js";

/** The browser sends neither headers nor cookies: a page would be kept as proof that was read as by a stranger. */
export function renderOrSecrets({ render, headers, cookies }: Pick<SourceSettings, "render" | "headers" | "cookies">): void {
  const [name] = Object.keys({ ...headers, ...cookies });
  if (render && name !== undefined) refuse("render-with-secrets", name);
}
