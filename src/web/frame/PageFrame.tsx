/**
 * A foreign page, shown as it looks, with marks in a layer above it. Nothing is written into the page, and no script of
 * it runs; what a person selects in it comes out as a span of its HTML text.
 */
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Page, Span } from "../../core/page/page.js";
import { valueText } from "../../core/text/value-text.js";
import { useAnnounce } from "../parts/Announcer.js";
import { useTexts } from "../texts/language.js";
import { looseLinks } from "./loose-links.js";
import { MarkLayer } from "./MarkLayer.js";
import type { Mark } from "./mark.js";
import { fieldsOf, type Pointed, pointedAt } from "./pointing.js";
import { boxesOf } from "./rects.js";
import { type Assets, stillCopy } from "./still-copy.js";
import { spanOf, type TextMap, textMap } from "./text-map.js";
import { useTextWalk } from "./text-walk.js";
import { wholeWords } from "./words.js";
import "./frame.css";

export interface Selected {
  readonly span: Span;
  readonly text: string;
  readonly exact: { readonly span: Span; readonly text: string } | null; // what was selected before it was widened to whole words
}

export interface PageFrameHandle {
  /** Scrolls to the span; false where the browser does not show it. */
  readonly show: (span: Span) => boolean;
  readonly focus: () => void;
}

export interface PageFrameProps {
  readonly page: Page;
  readonly address: string;
  readonly assets: Assets | undefined; // until they are known nothing is shown, since another copy loses its place
  readonly marks: readonly Mark[];
  readonly onSelect?: (selected: Selected) => void;
  readonly onPoint?: ((pointed: Selected | { readonly address: string }) => void) | undefined; // one click on a text, or on a picture
  readonly onKey?: (event: KeyboardEvent | ReactKeyboardEvent) => void; // keys pressed inside it
  readonly onPaste?: (text: string) => void;
  readonly ref?: Ref<PageFrameHandle>;
}

export function PageFrame({ page, address, assets, marks, onSelect, onPoint, onKey, onPaste, ref }: PageFrameProps) {
  const { t } = useTexts();
  const announce = useAnnounce();
  const holder = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const copy = useMemo(() => assets && stillCopy(page.html, address, assets), [page, address, assets]);
  const { map, read } = useTextMap(page, address, copy, frame);

  const wished = useRef<Span>(undefined); // to be shown as soon as the copy is there
  const show = useCallback(
    (span: Span): boolean => {
      wished.current = map ? undefined : span;
      const view = frame.current?.contentWindow;
      const box = map && boxesOf(map, span)[0];
      if (!view || !box) return false;
      const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const isSeen = box.y > view.scrollY + 24 && box.y + box.height < view.scrollY + view.innerHeight - 8;
      if (!isSeen) view.scrollTo({ top: box.y - view.innerHeight / 2, behavior: isCalm ? "auto" : "smooth" });
      return true;
    },
    [map],
  );
  useEffect(() => {
    if (map && wished.current) show(wished.current);
  }, [map, show]);
  useImperativeHandle(ref, () => ({ show, focus: () => holder.current?.focus() }), [show]);

  const select = useCallback(
    (span: Span, isExact = false) => {
      const wide = isExact ? span : wholeWords(page, span);
      const text = valueText(page, [wide]);
      if (text === "") return;
      const isWidened = wide.start !== span.start || wide.end !== span.end;
      onSelect?.({ span: wide, text, exact: isWidened ? { span, text: valueText(page, [span]) } : null });
    },
    [page, onSelect],
  );
  const walk = useTextWalk(page, {
    onMove: (span, text) => {
      show(span);
      announce(text, true);
    },
    onTake: (span) => select(span, true),
  });
  const onKeyDown = (event: KeyboardEvent | ReactKeyboardEvent): void => {
    if (!walk.onKey(event)) onKey?.(event);
  };
  const fields = useMemo(() => fieldsOf(page), [page]);
  const [hovered, setHovered] = useState<Span>();
  const point = (event: MouseEvent): void => {
    const pointed = map && pointedAt(map, fields, event);
    if (pointed?.kind === "picture") onPoint?.(pointed);
    else if (pointed) onPoint?.({ span: pointed.span, text: valueText(page, [pointed.span]), exact: null });
  };
  useFrameEvents(map, {
    onHover: (event) => setHovered(onPoint && map && event && spanPointedAt(pointedAt(map, fields, event))),
    onClick: point,
    onKeyDown,
    onPaste: (text) => onPaste?.(text),
    onSelection: (range, text) => {
      const span = map && spanOf(map, range);
      if (span) select(span);
      else if (text.trim() !== "") onPaste?.(text); // shown otherwise than it is written: looked for as a text is that is pasted
    },
  });
  const all = useMemo(() => {
    const pointed: Mark[] = hovered ? [{ id: "hover", spans: [hovered], look: "hover" }] : [];
    return [...marks, ...pointed, ...(walk.mark ? [walk.mark] : [])];
  }, [marks, hovered, walk.mark]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of texts one walks through; a fieldset is for forms
    <div
      ref={holder}
      className="page-frame"
      data-first
      role="group"
      aria-label={`${t("page.frame")}. ${t("page.walk")}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk its texts
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {copy !== undefined && (
        <iframe ref={frame} title={t("page.frame")} sandbox="allow-same-origin" srcDoc={copy} tabIndex={-1} onLoad={read} />
      )}
      {map && <MarkLayer map={map} marks={all} />}
    </div>
  );
}

const spanPointedAt = (pointed: Pointed | undefined): Span | undefined => (pointed?.kind === "text" ? pointed.span : undefined);

const LOOK_MS = 50;

/** As soon as the copy is parsed, before its pictures have come: they may take a second each, and its texts are there. */
function useTextMap(page: Page, address: string, copy: string | undefined, frame: RefObject<HTMLIFrameElement | null>) {
  const [map, setMap] = useState<TextMap>();
  const latest = useRef({ page, address });
  latest.current = { page, address };
  const read = useCallback(() => {
    const shown = frame.current?.contentDocument;
    if (!shown?.body) return;
    setMap((before) =>
      before?.nodes[0]?.ownerDocument === shown ? before : textMap(latest.current.page, shown.body, latest.current.address),
    );
  }, [frame]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another copy is another document in the frame
  useLayoutEffect(() => {
    const before = frame.current?.contentDocument; // the new one comes later than this, and nothing tells when
    const timer = setInterval(() => {
      const shown = frame.current?.contentDocument;
      if (!shown?.body || shown === before || shown.readyState === "loading") return;
      clearInterval(timer);
      read();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [copy, frame, read]);
  return { map, read };
}

const DOUBLE_MS = 250; // a second click selects a word, as everywhere
const STILL = 4; // pixels that a hand may move while it clicks

interface FrameEvents {
  readonly onHover: (event: MouseEvent | undefined) => void; // undefined: the mouse has left
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPaste: (text: string) => void;
  readonly onSelection: (range: Range, text: string) => void;
}

/** What a page says to browsers without scripts is shown here, but is no text of it. */
function isForNoScripts({ commonAncestorContainer: node }: Range): boolean {
  const element = node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement;
  return Boolean(element?.closest("noscript"));
}

/** One click that is neither the beginning of a second one nor the end of a drag. */
function listenToClicks(document: Document, signal: AbortSignal, onClick: (event: MouseEvent) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pressed: MouseEvent | undefined;
  document.addEventListener("mousedown", (event) => (pressed = event), { signal });
  document.addEventListener(
    "click",
    (event) => {
      event.preventDefault();
      clearTimeout(timer);
      const isStill = pressed && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) <= STILL;
      if (event.detail === 1 && event.button === 0 && isStill) timer = setTimeout(() => onClick(event), DOUBLE_MS);
    },
    { signal },
  );
  signal.addEventListener("abort", () => clearTimeout(timer));
}

/** Listens inside the frame's document, which has no scripts of its own. */
function useFrameEvents(map: TextMap | undefined, events: FrameEvents): void {
  const latest = useRef(events);
  latest.current = events;
  useEffect(() => {
    const document = map?.nodes[0]?.ownerDocument;
    if (!document) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    let isPressed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = (): void => {
      const selection = document.getSelection();
      if (!selection || selection.isCollapsed || !selection.rangeCount) return;
      const [range, text] = [selection.getRangeAt(0).cloneRange(), selection.toString()];
      selection.removeAllRanges(); // from here on our own mark shows it
      if (!isForNoScripts(range)) latest.current.onSelection(range, text);
    };
    looseLinks(document, signal);
    document.addEventListener("pointerdown", () => (isPressed = true), { signal });
    document.addEventListener("mouseup", () => setTimeout(read), { signal });
    document.addEventListener("pointerup", () => (isPressed = false), { signal });
    document.addEventListener("pointercancel", () => (isPressed = false), { signal });
    document.addEventListener(
      "selectionchange", // fingers select without a mouse
      () => {
        clearTimeout(timer);
        timer = setTimeout(() => !isPressed && read(), 600);
      },
      { signal },
    );
    listenToClicks(document, signal, (event) => latest.current.onClick(event));
    document.addEventListener("mousemove", (event) => latest.current.onHover(event.buttons ? undefined : event), { signal });
    document.documentElement.addEventListener("mouseleave", () => latest.current.onHover(undefined), { signal });
    document.addEventListener("keydown", (event) => latest.current.onKeyDown(event), { signal });
    document.addEventListener("paste", (event) => latest.current.onPaste(event.clipboardData?.getData("text/plain") ?? ""), {
      signal,
    });
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [map]);
}
