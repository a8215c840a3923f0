/**
 * A browser drags a link away instead of letting its text be selected, and lets no selection begin in it. So while the
 * mouse button is down, the link under it is none; it keeps its look, and is a link again afterwards.
 */
export function looseLinks(document: Document, signal: AbortSignal): void {
  let restore = (): void => {};
  const onDown = ({ target }: MouseEvent): void => {
    restore();
    const link = (target as Element | null)?.closest?.<HTMLElement>("a[href]");
    if (!link) return;
    const before = { href: link.getAttribute("href") ?? "", style: link.getAttribute("style") };
    const { color, textDecoration, cursor } = link.ownerDocument.defaultView?.getComputedStyle(link) ?? link.style;
    link.removeAttribute("href");
    Object.assign(link.style, { color, textDecoration, cursor });
    restore = () => {
      link.setAttribute("href", before.href);
      if (before.style === null) link.removeAttribute("style");
      else link.setAttribute("style", before.style);
      restore = () => {};
    };
  };
  document.addEventListener("mousedown", onDown, { capture: true, signal });
  for (const end of ["mouseup", "mouseleave", "pointercancel"])
    document.addEventListener(end, () => setTimeout(() => restore()), { signal });
}
