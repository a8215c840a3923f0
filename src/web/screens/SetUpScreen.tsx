/** Setting up by pointing: the page left, its labels right, what other pages give below, the keep line at the bottom. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { DraftView } from "../../api/server/drafts.js";
import { Refused } from "../data/client.js";
import { EmptyState } from "../parts/EmptyState.js";
import { NotReady } from "../parts/NotReady.js";
import { useTexts } from "../texts/language.js";
import { Bench } from "./set-up/Bench.js";
import { useDraft } from "./set-up/use-draft.js";
import "./set-up/set-up.css";

export function SetUpScreen({ id }: { id: string }) {
  const { t } = useTexts();
  const draft = useDraft(id);
  const navigate = useNavigate();
  const { data, error, refetch } = draft.answer;
  if (error instanceof Refused && (error.status === 404 || error.status === 400)) {
    return (
      <div className="alone" role="alert">
        <EmptyState text={t("setup.gone")}>
          <button type="button" className="btn prime" onClick={() => void navigate({ to: "/new" })}>
            {t("sources.add")}
          </button>
        </EmptyState>
      </div>
    );
  }
  if (data) return <Shown draft={draft} view={data} />;
  return (
    <NotReady error={error}>
      <button type="button" className="btn" onClick={() => void refetch()}>
        {t("act.try-again")}
      </button>
    </NotReady>
  );
}

function Shown({ draft, view }: { draft: ReturnType<typeof useDraft>; view: DraftView }) {
  const { page } = useSearch({ from: "/new/$draft" });
  const own = view.pages[0]?.page.address ?? "";
  const address = page ?? own;
  const [wanted, setWanted] = useState<string>(); // the name a cell of the table asked for
  return <Bench key={address} draft={draft} view={view} address={address} wanted={wanted} onWant={setWanted} />;
}
