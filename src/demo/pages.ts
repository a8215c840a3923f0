/** The bundled pages: fictional institutions, in the HTML one really meets (omitted end tags, tables in tables). */

export type DemoPage = { name: string; shows: string; region: string };

export const DEMO_PAGES: readonly DemoPage[] = [
  {
    name: "observatory-tables",
    shows: "a record in tables within tables, hardly an end tag written",
    region: "A Second Ring of Dust around 41 Vespertilionis\nPlates taken\nso a ghost of the corrector plate can be excluded.",
  },
  {
    name: "library-card",
    shows: "a catalogue card as a definition list; the pasted title is upper-cased by the style sheet",
    region: "THE TIDE TABLES OF MARROW BAY, 1871–1902\nin\nL 40",
  },
  {
    name: "court-decision",
    shows: "a decision in nested lists, the region deep inside",
    region: "Each may trim it in the usual season, provided the other is told in good time and in writing",
  },
];

/** Where a bundled page stands, as an address of this package. */
export function demoPageAddress(name: string): URL {
  return new URL(`pages/${name}.html`, import.meta.url);
}
