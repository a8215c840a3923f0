/** The interface's colours (light, dark). Written out in every rule: drawing programs know classes but no CSS variables. */
const COLOURS = {
  surface: ["#ffffff", "#1e1d1a"],
  ink: ["#1b1a17", "#f1efe9"],
  ink2: ["#55514a", "#c0bbb1"],
  ink3: ["#6a655d", "#a09a90"],
  line: ["#e3e0d9", "#36342f"],
  line2: ["#8a857c", "#807b72"],
  bar: ["#e8e4dc", "#302e29"],
  bar2: ["#b9b3a7", "#5a564e"],
  note: ["#1b58b5", "#86b6f5"],
  noteTint: ["#e6eef8", "#18263c"],
} as const;

type Theme = "auto" | "light" | "dark";

const UI = `"Inter Variable",Inter,system-ui,"Segoe UI",sans-serif`;
const MONO = `"JetBrains Mono Variable","JetBrains Mono",ui-monospace,monospace`;

/** Rules are fenced by the figure's own class, so that a figure put into a page leaves the page alone. */
export function styleSheet(theme: Theme): string {
  const fence = `.bartree-${theme}`;
  const shapes = fenced(fence, SHAPES);
  switch (theme) {
    case "light":
      return shapes + fenced(fence, colours(0));
    case "dark":
      return shapes + fenced(fence, colours(1));
    case "auto":
      return `${shapes}${fenced(fence, colours(0))}@media (prefers-color-scheme:dark){${fenced(fence, colours(1))}}`;
  }
}

type Rules = readonly (readonly [selector: string, declarations: string])[];

function fenced(fence: string, rules: Rules): string {
  return rules.map(([selector, declarations]) => `${fence} ${selector}{${declarations}}`).join("");
}

const SHAPES: Rules = [
  ["text", `font:12px ${UI};font-variant-numeric:tabular-nums`],
  [".mono", `font:11px ${MONO}`],
  [".strong", "font-weight:600"],
  [".mid", "text-anchor:middle"],
  [".end", "text-anchor:end"],
  [".edge,.path,.break,.guide", "fill:none"],
  [".fold", "paint-order:stroke;stroke-width:4"],
  [".path", "stroke-width:2"],
  [".node,.ring,.again", "stroke-width:1.25"],
  [".cuts", "stroke-width:.75;fill:none"],
  [".guide", "stroke-dasharray:2 3"],
  [".funnel,.again,.break", "stroke-dasharray:3 3"],
];

function colours(mode: 0 | 1): Rules {
  const at = (name: keyof typeof COLOURS) => COLOURS[name][mode];
  return [
    [".ground", `fill:${at("surface")}`],
    ["text", `fill:${at("ink")}`],
    [".hint", `fill:${at("ink3")}`],
    [".fold", `stroke:${at("surface")}`],
    [".edge", `stroke:${at("line2")};stroke-opacity:.6`],
    [".path", `stroke:${at("ink")}`],
    [".node", `fill:${at("surface")};stroke:${at("line2")}`],
    [".interested", `fill:${at("ink")};stroke:${at("ink")}`],
    [".ring,.again", `fill:none;stroke:${at("ink")}`],
    [".guide", `stroke:${at("line")}`],
    [".bar", `fill:${at("bar")};stroke:${at("line2")}`],
    [".cell", `fill:${at("bar2")};stroke:${at("line2")}`],
    [".innermost", `fill:${at("ink")};stroke:${at("ink")}`],
    [".dot", `fill:${at("ink")}`],
    [".cuts", `stroke:${at("line2")}`],
    [".side", `stroke:${at("ink")};stroke-opacity:.25`],
    [".base", `stroke:${at("ink2")}`],
    [".funnel", `fill:${at("bar")};fill-opacity:.5;stroke:${at("ink3")}`],
    [".break", `stroke:${at("ink3")}`],
    [".differs .bar,.differs .cell", `stroke:${at("note")}`],
    [".differs .bar", `fill:${at("noteTint")}`],
    [".differs text", `fill:${at("note")}`],
    [".hatch", `fill:none;stroke:${at("note")};stroke-width:1.25`],
  ];
}
