/** The set-up screen in another mode: a new key for a source, or one page of a withheld group. It opens the draft and leads there. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { keyFor } from "../data/ask.js";
import { call } from "../data/client.js";
import { NotReady } from "../parts/NotReady.js";
import { Waiting } from "../parts/Waiting.js";
import { useTexts } from "../texts/language.js";

interface StartDraftProps {
  readonly source: string; // its id
  readonly mode: "rekey" | "variant";
  readonly group?: string; // of withheld pages
  readonly address?: string; // of the page to label, where a person knows one
}

export function StartDraftScreen({ source, mode, group, address }: StartDraftProps) {
  const { t } = useTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isSent = useRef(false);
  const start = useMutation({
    mutationFn: () =>
      call("draftSource", {
        params: { id: source },
        body: { mode, ...(group !== undefined && { group }), ...(address !== undefined && { address }) },
      }),
    onSuccess: (draft) => {
      client.setQueryData(keyFor("draft", { params: { id: draft.id } }), draft);
      void navigate({ to: "/new/$draft", params: { draft: draft.id }, replace: true });
    },
  });
  const send = start.mutate;
  useEffect(() => {
    if (!isSent.current) send();
    isSent.current = true;
  }, [send]);
  if (start.error)
    return (
      <NotReady error={start.error}>
        <button type="button" className="btn" onClick={() => send()}>
          {t("act.try-again")}
        </button>
      </NotReady>
    );
  return (
    <div className="alone">
      <Waiting text={t("first.fetching")} />
    </div>
  );
}
