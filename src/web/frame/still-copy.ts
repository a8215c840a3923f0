/**
 * A foreign page as a still copy: what it says and how it looks, without anything that acts.
 *
 * It is shown in a frame without scripts, under the policy written into it. Styles and pictures are asked for at our own
 * address only; what the policy does not name is not fetched, so nobody else hears of the visit.
 */
import { type Own, withOwnAddresses } from "../../core/page/css-addresses.js";

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
const ACTING = [
  "script, base, meta[http-equiv], link:not([rel~='stylesheet' i]), iframe, frame, object, embed",
  "animate, animateMotion, animateTransform, set, discard", // they give a drawing other addresses as time goes by
].join(", ");

/** A hidden fragment: a link leads nowhere, but still looks and is selected like one. */
const NOWHERE = "#nowhere";

const MOST_TURNS = 5;

/** Written down and read again, some pages become other pages, with something that acts: so until nothing changes. */
export function stillCopy(html: string, address: string, assets: Assets): string {
  const own = ownAddresses(address, assets);
  let copy = quiet(html, own);
  for (let turn = 1; turn < MOST_TURNS; turn++) {
    const before = writtenOf(copy);
    copy = quiet(before, own);
    if (writtenOf(copy) === before) break;
  }
  copy.head.prepend(policyOf(copy), frameStyle(copy));
  return writtenOf(copy);
}

const writtenOf = (copy: Document): string => `<!doctype html>${copy.documentElement.outerHTML}`;

function quiet(html: string, own: Own): Document {
  const copy = new DOMParser().parseFromString(html, "text/html");
  for (const element of copy.querySelectorAll(ACTING)) element.remove();
  for (const element of copy.querySelectorAll("*")) quieten(element, own);
  for (const style of copy.querySelectorAll("style")) style.textContent = withOwnAddresses(style.textContent, own);
  return copy;
}

function ownAddresses(address: string, { addressFor }: Assets): Own {
  const given = new Set<string>(); // ours already
  return (written) => {
    if (given.has(written)) return written;
    const whole = URL.parse(written, address);
    if (whole?.protocol === "data:") return written;
    const own = whole && /^https?:$/.test(whole.protocol) ? addressFor(whole.href) : undefined;
    if (own !== undefined) given.add(own);
    return own;
  };
}

const ACTING_ATTRIBUTE =
  /^on|^(srcset|imagesrcset|ping|target|autofocus|action|formaction|srcdoc|shadowrootmode|popovertarget)$/i;
const ADDRESSED = ["src", "poster", "background"];

function quieten(element: Element, own: Own): void {
  for (const { name } of [...element.attributes]) {
    if (ACTING_ATTRIBUTE.test(name)) element.removeAttribute(name);
  }
  for (const name of ADDRESSED) replace(element, name, own);
  if (element.localName === "link") replace(element, "href", own);
  else if (element.localName === "a" || element.localName === "area") leadNowhere(element);
  else if (element instanceof SVGElement) keepInnerLinks(element);
  const isDrawing = element instanceof SVGElement; // its fill, filter, mask, … are styles too
  for (const { name, value } of [...element.attributes])
    if ((name === "style" || isDrawing) && /[(\\]/.test(value)) element.setAttribute(name, withOwnAddresses(value, own));
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
    "@layer bartree { html { background: #fff; color: #1b1a17; color-scheme: light } body { margin: 16px 20px } }" +
    "img:hover { outline: 2px solid #1d5fd1; outline-offset: 1px }"; // texts are outlined by marks, pictures are none
  return style;
}
