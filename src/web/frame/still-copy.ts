/**
 * A foreign page as a still copy: what it says and how it looks, without anything that acts.
 *
 * It is shown in a frame without scripts, under the policy written into it. Styles and pictures are asked for at our own
 * address only; what the policy does not name is not fetched, so nobody else hears of the visit.
 */
export interface Assets {
  /** Our address for a style sheet or picture of the page; undefined where it is not to be fetched. */
  readonly addressFor: (address: string) => string | undefined;
}

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline' 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "form-action 'none'",
].join("; ");

/** Removed whole: they show nothing, or something that acts. */
const ACTING = "script, base, meta[http-equiv], link:not([rel~='stylesheet' i]), iframe, frame, object, embed";

/** A hidden fragment: a link leads nowhere, but still looks and is selected like one. */
const NOWHERE = "#nowhere";

export function stillCopy(html: string, address: string, assets: Assets): string {
  const copy = new DOMParser().parseFromString(html, "text/html");
  for (const element of copy.querySelectorAll(ACTING)) element.remove();
  const own = (written: string): string | undefined => {
    const whole = URL.parse(written, address);
    if (whole?.protocol === "data:") return written;
    return whole && /^https?:$/.test(whole.protocol) ? assets.addressFor(whole.href) : undefined;
  };
  for (const element of copy.querySelectorAll("*")) quieten(element, own);
  for (const style of copy.querySelectorAll("style")) style.textContent = withOwnAddresses(style.textContent, own);
  copy.head.prepend(policyOf(copy), frameStyle(copy));
  return `<!doctype html>${copy.documentElement.outerHTML}`;
}

type Own = (address: string) => string | undefined;

const ADDRESSED = ["src", "poster", "background"];

function quieten(element: Element, own: Own): void {
  for (const { name } of [...element.attributes]) {
    if (/^on|^(srcset|imagesrcset|ping|target|autofocus|action|formaction|srcdoc)$/i.test(name)) element.removeAttribute(name);
  }
  for (const name of ADDRESSED) replace(element, name, own);
  if (element.localName === "link") replace(element, "href", own);
  else if (element.localName === "a" || element.localName === "area") leadNowhere(element);
  else if (element instanceof SVGElement) keepInnerLinks(element);
  const style = element.getAttribute("style");
  if (style?.includes("url(")) element.setAttribute("style", withOwnAddresses(style, own));
}

function leadNowhere(link: Element): void {
  link.removeAttribute("xlink:href");
  if (link.hasAttribute("href")) link.setAttribute("href", NOWHERE);
}

/** A drawing may use parts of itself, and nothing else. */
function keepInnerLinks(drawing: SVGElement): void {
  for (const name of ["href", "xlink:href"]) {
    const isInner = drawing.getAttribute(name)?.startsWith("#") && !/image$/i.test(drawing.localName);
    if (!isInner) drawing.removeAttribute(name);
  }
}

function replace(element: Element, name: string, own: Own): void {
  const written = element.getAttribute(name);
  if (written === null) return;
  const address = own(written);
  if (address === undefined) element.removeAttribute(name);
  else element.setAttribute(name, address);
}

/** url(…) and @import "…" of a style sheet, asked for at our address or not at all. */
export function withOwnAddresses(css: string, own: Own): string {
  const named = (address: string): string =>
    `url("${(own(address) ?? "about:invalid").replace(/["\\\n]/g, encodeURIComponent)}")`;
  return css.replace(
    /(@import\s+)?(?:url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]*))\s*\)|(?<=@import\s+)(?:"([^"]*)"|'([^']*)'))/gi,
    (_, before = "", ...parts: (string | undefined)[]) =>
      `${before}${named(parts.slice(0, 5).find((part) => part !== undefined) ?? "")}`,
  );
}

function policyOf(copy: Document): HTMLMetaElement {
  const meta = copy.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = POLICY;
  return meta;
}

/** A page without a style of its own is set a little more readable than browsers do; any rule of the page wins. */
function frameStyle(copy: Document): HTMLStyleElement {
  const style = copy.createElement("style");
  style.textContent =
    "@layer bartree { html { background: #fff; color: #1b1a17; color-scheme: light } body { margin: 16px 20px } }";
  return style;
}
