/** Style sheets of the invented institutions, so that their pages look like pages; the observatory's old ones have none. */
import type { Design } from "./paper.js";

const INSTITUTE_OLD = `body { margin: 0; font: 17px/1.55 Georgia, "Times New Roman", serif; color: #1d2b33; background: #fff }
.site-header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 8px 28px; padding: 22px 36px; background: #17435a; color: #fff }
.site-header .home { font-size: 23px; color: #fff; text-decoration: none }
.site-header nav { display: flex; gap: 22px } .site-header nav a { color: #cfe1ea; font-size: 15px }
main { display: flex; flex-wrap: wrap; gap: 8px 56px; padding: 26px 36px 36px; max-width: 1040px }
.report { flex: 1 1 420px } h1 { font-size: 29px; line-height: 1.25; margin: 0 0 18px }
.authors { list-style: none; display: flex; flex-wrap: wrap; gap: 6px 26px; margin: 0 0 18px; padding: 0; font-style: italic }
.published { margin: 0 0 22px; color: #51626c } .abstract h2, aside h2 { font-size: 17px; margin: 0 0 4px }
.abstract p { margin: 0 0 22px; max-width: 38em } .ids { display: grid; grid-template-columns: 90px 1fr; gap: 6px; margin: 0; font-size: 15px }
.ids dt { color: #51626c } .ids dd { margin: 0 } aside { flex: 0 1 190px; border-left: 1px solid #d8e1e6; padding-left: 22px; font-size: 15px }
.list { list-style: none; padding: 0; margin: 0 } .item { padding: 10px 0; border-bottom: 1px solid #e4eaee } .item h3 { margin: 0; font-size: 18px }
.meta { margin: 0; color: #51626c; font-size: 15px } .site-footer { padding: 14px 36px; background: #eef3f6; color: #51626c; font-size: 14px } .site-footer p { margin: 2px 0 }
`;

const INSTITUTE_NEW = `body { margin: 0; font: 16px/1.5 Helvetica, Arial, sans-serif; color: #222; background: #f3efe6 }
.frame { width: 100%; border-collapse: collapse } .frame > tbody > tr > td { vertical-align: top; padding: 26px }
.left { width: 150px; background: #2f4a2f; color: #e9efe4 } .left h4 { font-size: 30px; margin: 0 0 12px } .left ol { padding-left: 18px } .left a { color: #d6e3cb }
.sheet { background: #fff; padding: 24px 28px; max-width: 760px } .facts { margin-bottom: 22px; font-size: 14px } .facts th { text-align: left; padding: 4px 24px 4px 0; color: #66705f }
.headline h2 { font-size: 26px; margin: 0 0 12px } .gist { margin: 0; padding-left: 16px; border-left: 4px solid #b9c7a8 } .rows { width: 100% } .rows td { padding: 8px 12px 8px 0; border-bottom: 1px solid #e5e0d3 }
.base { color: #66705f }
`;

const LIBRARY_OLD = `body { margin: 0; background: #ece7da; font: 16px/1.5 "Times New Roman", serif; color: #2b2418 }
#page { max-width: 820px; margin: 0 auto; background: #fffdf6; min-height: 100vh } #head { padding: 18px 26px; background: #6b2d1e; color: #f3e3d2 } #head a { color: #fff; font-size: 22px }
#head span { float: right } #menu { margin: 0; padding: 8px 26px; background: #d9cdb4; list-style: none } #menu li { display: inline-block; margin-right: 20px } #menu a { color: #4d2014 }
#content { padding: 18px 26px } .card, .sheet { border: 1px solid #cbbd9f; padding: 14px 18px; background: #fff } .card dl { display: grid; grid-template-columns: 120px 1fr; margin: 4px 0 } .card dt { color: #7a6a4d } .card dd { margin: 0; grid-column: 2 }
.chart caption { text-align: left; font-size: 20px; padding-bottom: 8px } .chart th { text-align: left; padding: 4px 20px 4px 0; color: #7a6a4d; vertical-align: top } .chart ul { margin: 0; padding-left: 18px } #foot { padding: 12px 26px; color: #7a6a4d; font-size: 14px }
`;

const LIBRARY_NEW = `body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #17202a } .bar { display: flex; justify-content: space-between; padding: 14px 24px; background: #0b3954; color: #fff }
.layout { display: flex; gap: 32px; padding: 24px } .side { width: 160px } .main { flex: 1; max-width: 720px } .row { display: flex; gap: 16px; padding: 5px 0 } .label { width: 120px; color: #566573 } .row ul { margin: 0; padding: 0; list-style: none }
.hit { display: flex; gap: 18px; padding: 8px 0; border-bottom: 1px solid #e5e8eb } .hit h3 { margin: 0 } footer { padding: 12px 24px; color: #566573 }
`;

const LOOKS: Readonly<Record<string, Readonly<Record<Design, string>>>> = {
  institute: { old: INSTITUTE_OLD, new: INSTITUTE_NEW },
  library: { old: LIBRARY_OLD, new: LIBRARY_NEW },
};

/** The style sheet at this path of an institution; undefined without. */
export function lookAt(institution: string, path: string): string | undefined {
  const [, design] = /^(old|new)\.css$/.exec(path) ?? [];
  return design && LOOKS[institution]?.[design as Design];
}

export const linkToLook = (institution: string, design: Design): string =>
  `<link rel="stylesheet" href="/${institution}/${design}.css">`;
