/** The four parts of the set-up screen around one page in the frame. */
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { DraftView, ValueKind } from "../../../api/server/drafts.js";
import type { Span } from "../../../core/page/page.js";
import { useMay } from "../../data/me.js";
import type { Mark } from "../../frame/mark.js";
import type { PageFrameHandle, Selected } from "../../frame/PageFrame.js";
import { useAnnounce } from "../../parts/Announcer.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { useTexts } from "../../texts/language.js";
import { FindPane } from "./FindPane.js";
import { Head } from "./Head.js";
import { KeepLine } from "./KeepLine.js";
import { KeysHelp } from "./KeysHelp.js";
import { LabelsPanel } from "./LabelsPanel.js";
import { marksOf } from "./marks.js";
import { PagePanel } from "./PagePanel.js";
import { labelled } from "./pages.js";
import { ResultsPanel } from "./ResultsPanel.js";
import { isReady, nameAtOnce, useCandidate } from "./use-candidate.js";
import type { Draft } from "./use-draft.js";
import { useKeys } from "./use-keys.js";

export type Part = "page" | "labels" | "others";

interface BenchProps {
  readonly draft: Draft;
  readonly view: DraftView;
  readonly address: string; // of the page in the frame
  readonly wanted: string | undefined;
  readonly onWant: (name: string | undefined) => void;
}

export function Bench({ draft, view, address, wanted, onWant }: BenchProps) {
  const { t } = useTexts();
  const announce = useAnnounce();
  const navigate = useNavigate({ from: "/new/$draft" });
  const mayChange = useMay("editor");
  const [part, setPart] = useState<Part>("page");
  const [isHelpShown, setHelpShown] = useState(false);
  const [element, setElement] = useState<Span>();
  const frame = useRef<PageFrameHandle>(null);
  const candidates = useCandidate(view.id, address);
  const { candidate, find, drop, dropAfter, choose } = candidates;
  const own = view.pages[0]?.page.address ?? "";
  const names = useMemo(() => view.pages[0]?.labels.map(({ name }) => name) ?? [], [view]);

  const marks = useMemo<Mark[]>(() => {
    const base = marksOf(view, address, names, candidate);
    return element ? [...base, { id: "element", spans: [element], look: "element" }] : base;
  }, [view, address, names, candidate, element]);

  const onSelect = useCallback((selected: Selected) => void find(selected.text, selected), [find]);
  const onPaste = useCallback((text: string) => text.trim() !== "" && void find(text), [find]);
  const show = useCallback((span: Span) => {
    setPart("page");
    requestAnimationFrame(() => frame.current?.show(span));
  }, []);

  const isBoxWanted = useRef(false); // for the next text, as soon as the box is there again
  const label = async (name: string, kind: ValueKind, meant = candidate): Promise<void> => {
    if (!meant || !isReady(meant)) return;
    const isKnown = names.includes(name);
    const { text, place } = meant;
    const labelling = draft.act(t(isKnown ? "done.add" : "done.label", { name }), (pages) =>
      labelled(pages, { address, name, kind, text, place }),
    );
    isBoxWanted.current = true;
    const isStill = await dropAfter(labelling);
    announce(t("said.labelled", { name, text }));
    if (isStill) onWant(undefined);
    else isBoxWanted.current = false;
  };
  const point = async (pointed: Selected | { readonly address: string }): Promise<void> => {
    const found = await ("address" in pointed ? find(pointed.address) : find(pointed.text, pointed));
    if (!found) return;
    const name = wanted ?? nameAtOnce(found, names);
    if (name !== undefined) await label(name, found.answer.proposal.kind, found);
  };
  const leave = (): void => {
    isBoxWanted.current = true;
    drop();
  };
  const openPage = useCallback(
    (other: string | undefined, name?: string) => {
      onWant(name);
      setPart("page");
      void navigate({ search: (before) => ({ ...before, page: other }) });
    },
    [navigate, onWant],
  );
  const asker = useRef<Element>(null); // where the focus was when the keys were asked for
  const toggleHelp = (): void => {
    if (isHelpShown) (asker.current as HTMLElement | null)?.focus();
    else asker.current = document.activeElement;
    setHelpShown(!isHelpShown);
  };
  const keys = useKeys({
    undo: () => void draft.undo.run().then((isDone) => isDone && announce(t("said.undone", { act: draft.undo.name ?? "" }))),
    redo: () => void draft.redo.run().then((isDone) => isDone && announce(t("said.redone", { act: draft.redo.name ?? "" }))),
    help: toggleHelp,
    place: candidate?.answer.located.kind === "ambiguous" && candidate.place === null ? choose : undefined,
    leave: candidate ? leave : isHelpShown ? toggleHelp : undefined,
    paste: onPaste,
  });

  useEffect(() => {
    if (mayChange) pasteBox()?.focus({ preventScroll: true });
  }, [mayChange]);
  useEffect(() => {
    if (candidate !== null || !isBoxWanted.current) return;
    isBoxWanted.current = false;
    pasteBox()?.focus();
  }, [candidate]);
  useEffect(() => {
    if (candidate?.answer.located.kind === "found" && !candidate.selected) frame.current?.show(candidate.answer.located.place);
  }, [candidate]);

  const isOther = address !== own;
  return (
    <div className="setup" data-part={part}>
      <Head draft={draft} view={view} part={part} onPart={setPart} onHelp={toggleHelp}>
        {isHelpShown && <KeysHelp onClose={toggleHelp} />}
      </Head>
      <PagePanel
        view={view}
        address={address}
        isOther={isOther}
        marks={marks}
        frame={frame}
        onSelect={onSelect}
        onPoint={mayChange ? (pointed) => void point(pointed) : undefined}
        onKey={keys.onKey}
        onPaste={onPaste}
        onBack={() => openPage(undefined)}
      />
      <section className="panel labels-panel" aria-label={t("labels.title")} data-stop="labels">
        <LabelsPanel
          draft={draft}
          view={view}
          address={address}
          isOther={isOther}
          names={names}
          wanted={wanted}
          onShow={show}
          onWant={onWant}
        />
        {draft.stuck !== undefined && (
          <p className="labels-error" role="alert">
            {t("labels.stuck", { act: draft.stuck })}
          </p>
        )}
        {draft.error && (
          <div className="labels-error">
            <ErrorLine error={draft.error} />
          </div>
        )}
        {mayChange ? (
          <FindPane
            state={candidates}
            view={view}
            names={names}
            wanted={wanted}
            isOther={isOther}
            onLabel={label}
            onShow={show}
            onLeave={leave}
            draft={draft}
            address={address}
          />
        ) : (
          <p className="find mut">{t("shell.reader")}</p>
        )}
      </section>
      <ResultsPanel
        draft={draft}
        view={view}
        names={names}
        address={address}
        onOpen={openPage}
        onShow={show}
        onElement={setElement}
      />
      <KeepLine draft={draft} view={view} />
    </div>
  );
}

const pasteBox = (): HTMLElement | null => document.getElementById("paste-box");
