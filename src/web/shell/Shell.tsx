/** What stands around every screen: the bar, the line that says whether what one sees is of now, the demo's strip. */
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useAnswer } from "../data/ask.js";
import { LiveContext, useConnection } from "../data/live.js";
import { MeContext } from "../data/me.js";
import { Announcer } from "../parts/Announcer.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Waiting } from "../parts/Waiting.js";
import { useTexts } from "../texts/language.js";
import { clock } from "../texts/times.js";
import { DemoStrip } from "./DemoStrip.js";
import { useHeldFocus } from "./held-focus.js";
import { TopBar } from "./TopBar.js";
import "./shell.css";

/** Kept in the browser's history and not in the address: nobody's link can say where signing in leads. */
declare module "@tanstack/react-router" {
  interface HistoryState {
    readonly wanted?: string; // where one was going when one had to sign in
  }
}

const OPEN_TO_ALL = ["/sign-in", "/welcome"];

export function Shell() {
  const { t, language } = useTexts();
  const me = useAnswer("me", {});
  const live = useConnection(Boolean(me.data?.user));
  useHeldFocus();
  const { pathname, href } = useLocation();
  const navigate = useNavigate();
  const mustSignIn = me.data?.user === null && !OPEN_TO_ALL.includes(pathname);
  useEffect(() => {
    if (mustSignIn) void navigate({ to: "/sign-in", replace: true, state: { wanted: href } });
  }, [mustSignIn, navigate, href]);
  return (
    <Announcer>
      <a className="skip btn" href="#content">
        {t("nav.skip")}
      </a>
      {me.data ? (
        <MeContext value={me.data}>
          <LiveContext value={live}>
            <TopBar />
            {live.lostAt && (
              <p className="offline" role="alert">
                {t("shell.offline", { time: clock(live.lostAt, language) })}
              </p>
            )}
            <DemoStrip />
            <main id="content" tabIndex={-1}>
              {!mustSignIn && <Outlet />}
            </main>
          </LiveContext>
        </MeContext>
      ) : (
        <main id="content" tabIndex={-1} className="alone">
          {me.error ? (
            <ErrorLine error={me.error}>
              <button type="button" className="btn" onClick={() => void me.refetch()}>
                {t("act.try-again")}
              </button>
            </ErrorLine>
          ) : (
            <Waiting text={t("wait.screen")} />
          )}
        </main>
      )}
    </Announcer>
  );
}
