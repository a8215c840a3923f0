/** Every regular expression of the sources, found by a parser. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CallExpression, type NewExpression, parseSync, Visitor } from "oxc-parser";

export interface Expression {
  readonly place: string; // file:line
  readonly source: string;
  readonly flags: string;
}

const SRC = fileURLToPath(new URL("../src/", import.meta.url));

/** Literals; `made` are the places where one is made at run time, which nobody can check from here. */
export function expressionsOfSources(): { readonly literals: Expression[]; readonly made: string[] } {
  const literals: Expression[] = [];
  const made: string[] = [];
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  for (const file of files.map((name) => name.replaceAll("\\", "/")).sort()) {
    const text = readFileSync(SRC + file, "utf8");
    const { program, errors } = parseSync(file, text);
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
    const placeOf = (offset: number): string => `${file}:${text.slice(0, offset).split("\n").length}`;
    const note = ({ callee, start }: NewExpression | CallExpression): void => {
      if (callee.type === "Identifier" && callee.name === "RegExp") made.push(placeOf(start));
    };
    new Visitor({
      Literal(node) {
        if ("regex" in node) literals.push({ place: placeOf(node.start), source: node.regex.pattern, flags: node.regex.flags });
      },
      NewExpression: note,
      CallExpression: note,
    }).visit(program);
  }
  return { literals, made };
}
