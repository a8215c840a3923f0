/** While the bundled site is open: what can be done to it, and what to watch for. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAnswer } from "../data/ask.js";
import { call } from "../data/client.js";
import { useIsOnline, useMay, useMe } from "../data/me.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { useTexts } from "../texts/language.js";

type Act = "redesign" | "remove" | "replace" | "restore";

export function DemoStrip() {
  const { t } = useTexts();
  const me = useMe();
  const mayAct = useMay("editor");
  const isOnline = useIsOnline();
  const client = useQueryClient();
  const demo = useAnswer("demo", {}, { isOn: me.user !== null && me.hasDemo });
  const act = useMutation({
    mutationFn: (body: { site: string; act: Act }) => call("actDemo", { body }),
    onSuccess: (answer) => client.setQueryData(["demo", {}], answer),
  });
  const site = demo.data?.isOpen ? demo.data.sites.find(({ id }) => id === DEMO_SITE) : undefined;
  if (!site || !mayAct) return null;
  const button = (name: Act) => (
    <button
      type="button"
      className="btn small"
      disabled={act.isPending || !isOnline}
      onClick={() => act.mutate({ site: site.id, act: name })}
    >
      {t(`demo.${name}`)}
    </button>
  );
  return (
    <section className="demo-strip" aria-label={t("demo.strip")}>
      <b>{t("demo.strip")}</b>
      {site.design === "old" && button("redesign")}
      {site.removed === 0 && button("remove")}
      {site.removed <= 1 && button("replace")}
      {(site.design === "new" || site.removed > 0) && button("restore")}
      <span className="mut">{t(watchOf(site))}</span>
      {act.error && <ErrorLine error={act.error} />}
    </section>
  );
}

function watchOf({ removed, design }: { removed: number; design: "old" | "new" }) {
  if (removed > 1) return "demo.watch-replaced";
  if (removed > 0) return "demo.watch-removed";
  return design === "new" ? "demo.watch-new" : "demo.watch-old";
}

/** The institution the first screen opens; the others can be added by their addresses. */
export const DEMO_SITE = "institute";
