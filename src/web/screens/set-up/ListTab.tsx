/** The list page by which the others are found, and how it goes on. */

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { DraftView } from "../../../api/server/drafts.js";
import type { Span } from "../../../core/page/page.js";
import { call } from "../../data/client.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { useTexts } from "../../texts/language.js";
import { reasonSaid } from "../../texts/said.js";
import { ListRecords } from "./ListRecords.js";
import type { Draft } from "./use-draft.js";

interface ListTabProps {
  readonly draft: Draft;
  readonly view: DraftView;
  readonly names: readonly string[];
  readonly onShow: (span: Span) => void;
}

export function ListTab({ draft, view, names, onShow }: ListTabProps) {
  const { t, rich, language } = useTexts();
  const { listAddress, nextNote } = view.settings;
  return (
    <div className="list-tab">
      {view.list === null && (
        <>
          {listAddress === null ? (
            <p>{t("results.list-none")}</p>
          ) : (
            <p>{rich("results.list-found", { address: <span className="m">{listAddress}</span> })}</p>
          )}
          <ListAddress draft={draft} view={view} />
        </>
      )}
      {nextNote && <p className="mut">{reasonSaid(language, nextNote)}</p>}
      <ListRecords draft={draft} view={view} names={names} onShow={onShow} />
    </div>
  );
}

export function ListAddress({ draft, view }: { draft: Draft; view: DraftView }) {
  const { t } = useTexts();
  const [address, setAddress] = useState(view.settings.listAddress ?? "");
  const look = useMutation({
    mutationFn: async () => {
      await draft.setSettings({ listAddress: address.trim() === "" ? null : address.trim() });
      await call("readSiblings", { params: { id: view.id } });
      await draft.answer.refetch();
    },
  });
  return (
    <form
      className="row wrap list-form"
      onSubmit={(event) => {
        event.preventDefault();
        look.mutate();
      }}
    >
      <input
        className="in address"
        aria-label={t("results.list-address")}
        placeholder="https://"
        spellCheck={false}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <button type="submit" className="btn" disabled={look.isPending}>
        {t("results.look-again")}
      </button>
      {look.error && <ErrorLine error={look.error} />}
    </form>
  );
}
