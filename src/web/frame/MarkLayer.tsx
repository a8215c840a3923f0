/** The layer above a frame: a box per line of every mark, and its tag outside the text. It moves as the frame scrolls. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { colourOf } from "../parts/LabelMark.js";
import type { Mark } from "./mark.js";
import { around, type Box, boxesOf, tagsFor, textBoxes } from "./rects.js";
import type { TextMap } from "./text-map.js";

interface Sheet {
  readonly drawn: readonly Drawn[];
  readonly texts: readonly Box[]; // of all lines of the page, which tags keep clear of
}

interface Drawn {
  readonly mark: Mark;
  readonly parts: readonly (readonly Box[])[]; // per span, per line
}

export function MarkLayer({ map, marks }: { map: TextMap; marks: readonly Mark[] }) {
  const layer = useRef<HTMLDivElement>(null);
  const [{ drawn, texts }, setSheet] = useState<Sheet>({ drawn: [], texts: [] });
  const view = map.nodes[0]?.ownerDocument.defaultView;

  useLayoutEffect(() => {
    const measure = (): void =>
      setSheet({ drawn: marks.map((mark) => ({ mark, parts: partsOf(map, mark) })), texts: marks.length ? textBoxes(map) : [] });
    measure();
    if (!view) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(view.document.documentElement);
    const ended = new AbortController();
    for (const name of ["resize", "load"]) view.addEventListener(name, measure, { signal: ended.signal });
    for (const name of ["load", "error"]) view.document.addEventListener(name, measure, { capture: true, signal: ended.signal }); // pictures and styles come later
    return () => {
      observer.disconnect();
      ended.abort();
    };
  }, [map, marks, view]);

  useEffect(() => {
    if (!view) return undefined;
    const follow = (): void => {
      if (layer.current) layer.current.style.transform = `translate(${-view.scrollX}px, ${-view.scrollY}px)`;
    };
    follow();
    view.addEventListener("scroll", follow, { passive: true });
    return () => view.removeEventListener("scroll", follow);
  }, [view]);

  const tagged = drawn.flatMap(({ mark, parts }) =>
    parts.flatMap(([box], i) => {
      const number = mark.digit ?? mark.number;
      const name = i === 0 ? (mark.name ?? "") : "";
      return box && (number !== undefined || name !== "")
        ? [{ mark, i, box, number: number === undefined ? "" : String(number), name }]
        : [];
    }),
  );
  const tags = tagsFor(tagged, texts);
  return (
    <div className="marks" aria-hidden="true">
      <div ref={layer} className="marks-sheet">
        {drawn.flatMap(({ mark, parts }) =>
          parts.flatMap((lines) =>
            lines.map((box) => <div key={`${mark.id} ${box.x} ${box.y}`} className={classOf(mark)} style={placed(box, mark)} />),
          ),
        )}
        {tagged.map(({ mark, i }, at) => (
          <div
            key={`${mark.id} tag ${i}`}
            className={`tag ${classOf(mark)}`}
            style={{ left: tags[at]?.x ?? 0, top: tags[at]?.y ?? 0 }}
          >
            {tags[at]?.text}
          </div>
        ))}
      </div>
    </div>
  );
}

const WHOLE: ReadonlySet<Mark["look"]> = new Set(["element", "record", "unfit"]); // one box around all its lines

function partsOf(map: TextMap, mark: Mark): Box[][] {
  const parts = mark.spans.map((span) => boxesOf(map, span));
  const [first, ...others] = WHOLE.has(mark.look) ? parts.flat() : [];
  return first ? [[others.reduce(around, first)]] : parts;
}

const classOf = ({ look, number }: Mark): string =>
  `mark ${look}${number === undefined ? "" : ` c${colourOf(number)}`}${number !== undefined && number > 8 ? " again" : ""}`;

function placed({ x, y, width, height }: Box, { look }: Mark): React.CSSProperties {
  const room = look === "constant" ? 0 : 2;
  return { left: x - room, top: y - room / 2, width: width + 2 * room, height: height + room };
}
