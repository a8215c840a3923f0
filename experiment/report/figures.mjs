/** Figs. 6 and 7 redrawn: small panels of lines over d_max, each point with its interval. */
import { rect, svg, text } from "../../dist/core/draw/svg.js";
import { CATEGORIES } from "../corpus/source.mjs";

const COLOURS = {
  light: {
    ground: "#ffffff",
    ink: "#1b1a17",
    faint: "#6a655d",
    grid: "#e3e0d9",
    lines: ["#1b58b5", "#b4530a", "#2a7d4f", "#8a3a8f", "#1b1a17"],
  },
  dark: {
    ground: "#1e1d1a",
    ink: "#f1efe9",
    faint: "#a09a90",
    grid: "#36342f",
    lines: ["#86b6f5", "#f0a35e", "#7fcf9f", "#d79be0", "#f1efe9"],
  },
};
export const THEMES = Object.keys(COLOURS);
const PANEL = { width: 360, height: 230, left: 52, right: 12, top: 34, bottom: 40 };
const DODGE = 6; // pixels between the lines at one depth, so that intervals stay apart
const CAP = 3;
const MARKS = [
  (x, y) => svg("circle", { cx: x, cy: y, r: 2.4 }),
  (x, y) => svg("rect", { x: x - 2.2, y: y - 2.2, width: 4.4, height: 4.4 }),
  (x, y) => svg("path", { d: `M${x} ${y}m0 -3l2.8 5h-5.6Z` }),
  (x, y) => svg("path", { d: `M${x} ${y}m0 -3.2l3.2 3.2l-3.2 3.2l-3.2 -3.2Z` }),
  (x, y) => svg("circle", { cx: x, cy: y, r: 2.2, class: "open" }),
];

/**
 * `panels`: { title, most, unit, lines: [{ name, points: [{ value, low, high }] }] }, one point per category; two panels in a row.
 */
export function drawFigure({ title, description, panels }, theme) {
  const names = panels[0].lines.map(({ name }) => name);
  const rows = Math.ceil(panels.length / 2);
  const columns = Math.min(2, panels.length);
  const [width, height] = [columns * PANEL.width, 64 + rows * PANEL.height];
  const drawn = panels.map((panel, i) =>
    svg("g", { transform: `translate(${(i % 2) * PANEL.width} ${64 + Math.floor(i / 2) * PANEL.height})` }, drawPanel(panel)),
  );
  const parts = [rect(0, 0, width, height, "ground"), text(16, 24, "strong", title), legend(names), ...drawn];
  const head = { xmlns: "http://www.w3.org/2000/svg", role: "img", width, height, viewBox: `0 0 ${width} ${height}` };
  return `${svg("svg", head, svg("title", {}, title), svg("desc", {}, description), svg("style", {}, styleFor(theme)), ...parts)}\n`;
}

function styleFor(theme) {
  const { ground, ink, faint, grid, lines } = COLOURS[theme];
  const series = lines.map((colour, i) => `.s${i}{stroke:${colour};fill:${colour}}.s${i} polyline{fill:none}`).join("");
  return `text{font:12px system-ui,"Segoe UI",sans-serif;fill:${ink};stroke:none}.strong{font-weight:600}.hint{fill:${faint};font-size:11px}.mid{text-anchor:middle}.end{text-anchor:end}.ground{fill:${ground}}.grid{stroke:${grid}}polyline{stroke-width:1.75}.interval{stroke-width:1;fill:none}.open{fill:${ground}}${series}`;
}

/** Every name with its mark, in one row. */
function legend(names) {
  let x = 20;
  const entries = names.map((name, i) => {
    const at = x;
    x += 26 + name.length * 6.6;
    return svg("g", { class: `s${i}` }, MARKS[i](tenths(at), 44), text(at + 10, 48, "", name));
  });
  return entries.join("");
}

function drawPanel({ title, most, unit, lines }) {
  const plot = { width: PANEL.width - PANEL.left - PANEL.right, height: PANEL.height - PANEL.top - PANEL.bottom };
  const x = (i) => PANEL.left + (plot.width * (i + 0.5)) / CATEGORIES.length;
  const y = (value) => PANEL.top + plot.height * (1 - value / most);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const value = share * most;
    const line = svg("line", { x1: PANEL.left, x2: PANEL.width - PANEL.right, y1: y(value), y2: y(value), class: "grid" });
    return line + text(PANEL.left - 6, y(value) + 4, "hint end", `${rounded(value)}${unit}`);
  });
  const ticks = CATEGORIES.map((category, i) => text(x(i), PANEL.height - PANEL.bottom + 16, "hint mid", String(category)));
  const series = lines.map(({ points }, i) => drawLine(points, i, (at) => x(at) + (i - (lines.length - 1) / 2) * DODGE, y));
  const below = text(PANEL.left + plot.width / 2, PANEL.height - 8, "hint mid", "d_max");
  return [text(PANEL.left, 22, "", title), ...grid, ...ticks, below, ...series].join("");
}

function drawLine(points, i, x, y) {
  const shown = points.flatMap((point, at) => (point.value === null ? [] : [{ ...point, at }]));
  const way = shown.map(({ value, at }) => `${rounded(x(at))},${rounded(y(value))}`).join(" ");
  const intervals = shown.map(({ low, high, at }) => interval(...[x(at), y(low), y(high)].map(tenths)));
  const marks = shown.map(({ value, at }) => MARKS[i](tenths(x(at)), tenths(y(value))));
  return svg("g", { class: `s${i}` }, svg("polyline", { points: way }), ...intervals, ...marks);
}

/** A line from end to end, with caps that show even where it is shorter than its mark. */
const interval = (x, low, high) =>
  svg("path", { d: `M${x} ${low}m-${CAP} 0h${2 * CAP}m-${CAP} 0V${high}m-${CAP} 0h${2 * CAP}`, class: "interval" });

const tenths = (pixels) => Math.round(pixels * 10) / 10;
const rounded = (value) => String(Math.round(value * 100) / 100);

/** Fig. 7: how many of the changed pages each set tells from the original. */
export function figure7({ detection }) {
  const panels = Object.entries(detection).flatMap(([mode, placements]) =>
    Object.entries(placements).map(([placement, { categories }]) => ({
      title: `${mode}, ${placement === "path" ? "beside the path" : "anywhere"}`,
      most: 100,
      unit: " %",
      lines: ["S1", "S2", "S3", "S4", "S5"].map((name) => ({
        name,
        points: CATEGORIES.map((category) => percent(categories[category][name])),
      })),
    })),
  );
  const description =
    "Share of changed pages that each set of measures tells from the original, by depth of the region, with Wilson 95 % intervals.";
  return { name: "fig7", title: "Fig. 7 redrawn: detected template changes", description, panels };
}

const percent = ({ rate, low, high }) =>
  rate === null ? { value: null } : { value: rate * 100, low: low * 100, high: high * 100 };

/** Fig. 6: time per page of the smallest and of the full set; the lines through medians, the intervals from the quickest source to the slowest. */
export function figure6({ times: { perPage } }) {
  const lines = Object.keys(perPage[CATEGORIES[0]]).map((name) => ({
    name,
    points: CATEGORIES.map((category) => {
      const { median, least, most } = perPage[category][name];
      return { value: median, low: least, high: most };
    }),
  }));
  const most = Math.max(...lines.flatMap(({ points }) => points.map(({ high }) => high)));
  const description =
    "Milliseconds per page for S1 alone and for all sets, by depth of the region, median of four sources with the quickest and the slowest.";
  const panels = [{ title: "parse, locate and measure", most: niceCeiling(most), unit: " ms", lines }];
  return { name: "fig6", title: "Fig. 6 redrawn: time per page", description, panels };
}

function niceCeiling(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 5, 10].map((step) => step * power).find((step) => step >= value);
}
