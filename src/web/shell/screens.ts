/** The words of the bar and where they lead, in their order. */
import type { Key } from "../texts/format.js";

interface NavScreen {
  readonly to: string;
  readonly text: Key & `nav.${string}`;
  readonly hasCount?: boolean; // of open warnings
}

export const SCREENS: readonly NavScreen[] = [
  { to: "/sources", text: "nav.sources" },
  { to: "/records", text: "nav.records" },
  { to: "/warnings", text: "nav.warnings", hasCount: true },
  { to: "/settings", text: "nav.settings" },
];
