/** What this is and how one begins: one box, one button, or the demo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { DraftView } from "../../api/server/drafts.js";
import type { AnswerOf } from "../../api/server/routes.js";
import { withScheme } from "../../api/with-scheme.js";
import { keyFor, useAnswer } from "../data/ask.js";
import { call } from "../data/client.js";
import { useIsOnline, useMay, useMe } from "../data/me.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { ForGood } from "../parts/ForGood.js";
import { focused } from "../parts/focused.js";
import { Heading } from "../parts/Heading.js";
import { Waiting } from "../parts/Waiting.js";
import { When } from "../parts/When.js";
import { DEMO_SITE } from "../shell/DemoStrip.js";
import { useTexts } from "../texts/language.js";
import { SampleBars } from "./first/SampleBars.js";
import "./first/first.css";

export function FirstScreen() {
  const { t } = useTexts();
  const mayAdd = useMay("editor");
  return (
    <div className="first">
      <section className="first-start" aria-labelledby="first-title">
        <Heading className="t0" id="first-title" title={t("sources.add")}>
          {t("first.title-1")}
          <br />
          {t("first.title-2")}
        </Heading>
        {mayAdd ? <Start /> : <p className="say">{t("shell.reader")}</p>}
      </section>
      <section className="first-why" aria-label={t("first.bars")}>
        <SampleBars />
        <dl>
          {(["proved", "withheld", "redesign"] as const).map((each) => (
            <div key={each}>
              <dt className="t2">{t(`first.${each}`)}</dt>
              <dd className="mut">{t(`first.${each}-text`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function Start() {
  const { t } = useTexts();
  const { hasDemo, hasAccounts } = useMe();
  const isOnline = useIsOnline();
  const [address, setAddress] = useState("");
  const open = useOpenDraft();
  return (
    <>
      <p className="first-lead">{t("first.lead")}</p>
      <form
        className="first-form"
        onSubmit={(event) => {
          event.preventDefault();
          open.mutate({ address: withScheme(address.trim()) });
        }}
      >
        <input
          className="in big address"
          aria-label={t("first.address")}
          placeholder="https://"
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          ref={focused}
          required
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <button type="submit" className="btn prime big" disabled={open.isPending || !isOnline}>
          {t("first.show")}
        </button>
      </form>
      <p className="t3">
        {t("first.still")}{" "}
        <Upload address={address} onFile={(file) => open.mutate({ address: withScheme(address.trim()), file })} />
      </p>
      {!hasAccounts && <p className="t3 narrow-only">{t("shell.this-machine")}</p>}
      {open.isPending && <Waiting text={t("first.fetching")} />}
      {open.error && <ErrorLine error={open.error} />}
      <Unfinished />
      {hasDemo && <Demo />}
    </>
  );
}

function useOpenDraft() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ address, file }: { address: string; file?: File }): Promise<DraftView> =>
      file ? call("uploadDraft", { query: { address } }, { upload: file }) : call("addDraft", { body: { address } }),
    onSuccess: (draft) => {
      client.setQueryData(keyFor("draft", { params: { id: draft.id } }), draft);
      void navigate({ to: "/new/$draft", params: { draft: draft.id } });
    },
  });
}

function Upload({ address, onFile }: { address: string; onFile: (file: File) => void }) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button
        type="button"
        className="link"
        onClick={() => {
          if (address.trim() === "") setAsked(true);
          else input.current?.click();
        }}
      >
        {t("first.upload")}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept="text/html,.html,.htm"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
        }}
      />
      {isAsked && address.trim() === "" && <span role="alert"> {t("first.upload-address")}</span>}
    </>
  );
}

const FEW = 4;

function Unfinished() {
  const { t } = useTexts();
  const [isAll, setAll] = useState(false);
  const { data } = useAnswer("drafts", {});
  if (!data?.drafts.length) return null;
  const shown = isAll ? data.drafts : data.drafts.slice(0, FEW);
  return (
    <section className="panel first-list" aria-labelledby="unfinished">
      <h2 className="t2" id="unfinished">
        {t("first.drafts")}
      </h2>
      <ul>
        {shown.map((draft) => (
          <UnfinishedRow key={draft.id} draft={draft} />
        ))}
      </ul>
      {shown.length < data.drafts.length && (
        <button type="button" className="btn plain small" onClick={() => setAll(true)}>
          {t("first.all-drafts", { n: data.drafts.length })}
        </button>
      )}
    </section>
  );
}

function UnfinishedRow({ draft: { id, name, address, labels, updatedAt } }: { draft: AnswerOf<"drafts">["drafts"][number] }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const client = useQueryClient();
  const discard = useMutation({
    mutationFn: () => call("removeDraft", { params: { id } }),
    onSettled: () => void client.invalidateQueries({ queryKey: keyFor("drafts") }),
  });
  return (
    <li>
      <span className="grow clip">{name || <span className="m">{address}</span>}</span>
      <span className="t3">
        {t("first.draft-labels", { n: labels })}, <When at={updatedAt} />
      </span>
      <ForGood className="btn plain small" text={t("first.discard")} again={t("first.discard-for-good")} act={discard} />
      <button type="button" className="btn small" onClick={() => void navigate({ to: "/new/$draft", params: { draft: id } })}>
        {t("first.go-on")}
      </button>
    </li>
  );
}

function Demo() {
  const { t } = useTexts();
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const demo = useAnswer("demo", {});
  const open = useOpenDraft();
  const start = useMutation({
    mutationFn: async () => {
      const opened = await call("openDemo", {});
      client.setQueryData(keyFor("demo", {}), opened);
      const site = opened.sites.find(({ id }) => id === DEMO_SITE) ?? opened.sites[0];
      if (site) await open.mutateAsync({ address: site.pageAddress });
    },
  });
  return (
    <>
      <p className="first-or">
        <span>{t("first.or")}</span>
      </p>
      <section className="panel first-list" aria-labelledby="demo">
        <div className="row wrap">
          <div className="grow">
            <h2 className="t2" id="demo">
              {t("first.demo")}
            </h2>
            <p className="mut">{t("first.demo-text")}</p>
          </div>
          <button type="button" className="btn" disabled={start.isPending || !isOnline} onClick={() => start.mutate()}>
            {t("first.demo-open")}
          </button>
        </div>
        {start.error && <ErrorLine error={start.error} />}
        <ul>
          {demo.data?.sites.map(({ id, name, listAddress }) => (
            <li key={id}>
              <span className="grow clip">{name}</span>
              <span className="m dim clip">{new URL(listAddress, window.location.href).pathname}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
