/** Which address shows which screen. All that narrows or selects is in the address, so a link shows the same to another person. */
import { createRootRoute, createRoute, createRouter, Navigate } from "@tanstack/react-router";
import { z } from "zod";
import { useMe } from "./data/me.js";
import { FirstScreen } from "./screens/FirstScreen.js";
import { MissingScreen } from "./screens/MissingScreen.js";
import { RecordScreen, RecordSearch } from "./screens/RecordScreen.js";
import { RecordsScreen, RecordsSearch } from "./screens/RecordsScreen.js";
import { SETTINGS_PARTS, type SettingsPart, SettingsScreen } from "./screens/SettingsScreen.js";
import { SetUpScreen } from "./screens/SetUpScreen.js";
import { SignInScreen } from "./screens/SignInScreen.js";
import { SourceScreen, SourceSearch } from "./screens/SourceScreen.js";
import { SourcesScreen, SourcesSearch } from "./screens/SourcesScreen.js";
import { StartDraftScreen } from "./screens/StartDraftScreen.js";
import { WarningsScreen, WarningsSearch } from "./screens/WarningsScreen.js";
import { WelcomeScreen } from "./screens/WelcomeScreen.js";
import { Shell } from "./shell/Shell.js";

const root = createRootRoute({ component: Shell, notFoundComponent: MissingScreen });

const at = <Path extends string>(path: Path, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component });

const setUp = createRoute({
  getParentRoute: () => root,
  path: "/new/$draft",
  validateSearch: z.object({
    page: z.string().optional(), // which page of the draft stands in the frame; without: its own
    tab: z.enum(["others", "bars", "delimiters", "list"]).optional(),
  }),
  component: function SetUp() {
    const { draft } = setUp.useParams();
    return <SetUpScreen key={draft} id={draft} />;
  },
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  validateSearch: z.object({ token: z.string().optional() }),
  component: function Welcome() {
    return <WelcomeScreen token={welcome.useSearch().token} />;
  },
});

const source = createRoute({
  getParentRoute: () => root,
  path: "/sources/$id",
  validateSearch: SourceSearch,
  component: function Source() {
    const { id } = source.useParams();
    return <SourceScreen key={id} id={id} search={source.useSearch()} />;
  },
});

const rekey = createRoute({
  getParentRoute: () => root,
  path: "/sources/$id/rekey",
  validateSearch: z.object({ address: z.string().optional() }), // of the page to take, where a person knows one
  component: function Rekey() {
    const { address } = rekey.useSearch();
    return <StartDraftScreen source={rekey.useParams().id} mode="rekey" {...(address !== undefined && { address })} />;
  },
});

const variant = createRoute({
  getParentRoute: () => root,
  path: "/sources/$id/label/$group",
  component: function Variant() {
    const { id, group } = variant.useParams();
    return <StartDraftScreen source={id} mode="variant" group={group} />;
  },
});

const sources = createRoute({
  getParentRoute: () => root,
  path: "/sources",
  validateSearch: SourcesSearch,
  component: function Sources() {
    return <SourcesScreen search={sources.useSearch()} />;
  },
});

const records = createRoute({
  getParentRoute: () => root,
  path: "/records",
  validateSearch: RecordsSearch,
  component: function Records() {
    return <RecordsScreen search={records.useSearch()} />;
  },
});

const record = createRoute({
  getParentRoute: () => root,
  path: "/records/$id",
  validateSearch: RecordSearch,
  component: function Record() {
    const { id } = record.useParams();
    return <RecordScreen key={id} id={id} search={record.useSearch()} />;
  },
});

const warnings = createRoute({
  getParentRoute: () => root,
  path: "/warnings",
  validateSearch: WarningsSearch,
  component: function Warnings() {
    return <WarningsScreen search={warnings.useSearch()} />;
  },
});

const warning = createRoute({
  getParentRoute: () => root,
  path: "/warnings/$id",
  validateSearch: WarningsSearch,
  component: function Warning() {
    return <WarningsScreen search={warning.useSearch()} id={warning.useParams().id} />;
  },
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings/$part",
  component: function Settings() {
    const { part } = settings.useParams();
    return <SettingsScreen part={SETTINGS_PARTS.find((each): each is SettingsPart => each === part) ?? "people"} />;
  },
});

export const router = createRouter({
  routeTree: root.addChildren([
    at("/", function Home() {
      return useMe().sources > 0 ? <Navigate to="/sources" search={{}} replace /> : <FirstScreen />;
    }),
    at("/new", FirstScreen),
    setUp,
    sources,
    source,
    rekey,
    variant,
    records,
    record,
    warnings,
    warning,
    settings,
    at("/settings", () => <Navigate to="/settings/$part" params={{ part: "people" }} replace />),
    at("/sign-in", SignInScreen),
    welcome,
  ]),
  scrollRestoration: true,
  // as they are written: read as JSON, a year that is searched for would be a number, and so nothing
  parseSearch: (written) => Object.fromEntries(new URLSearchParams(written)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined);
    const written = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return written === "" ? "" : `?${written}`;
  },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
