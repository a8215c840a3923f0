/** The rules of a template as plain sentences. Texts are shown as they are compared: without white space. */
import type { ListTemplate, Template } from "../core/index.js";
import type { ListAttribute, ListPlace, Step } from "../core/template/list-template.js";
import type { Form, Hypothesis, Rule } from "../core/template/page-template.js";
import { clipped } from "./table.js";

export type Sentences = { name: string; label: readonly string[]; rules: readonly string[] };

const quoted = (text: string): string => `“${clipped(text, 50)}”`;

/** Attributes, elements of a chain and steps may be many; the innermost say most. */
const chainWords = (chain: readonly (readonly string[])[]): string => {
  const shown = chain.slice(-4).map(([tag = "", ...tokens]) => `${tag}${tokens.join("")}`);
  return `${chain.length > shown.length ? "… " : ""}${shown.join(" ")}`;
};

export function pageSentences({ attributes, sets, key }: Template): Sentences[] {
  return attributes.map((name) => {
    const learnt = sets.flatMap((set) => set.attributes.filter((attribute) => attribute.name === name));
    const rules = learnt.flatMap(({ slots, metadata }, variant) => {
      const head = learnt.length > 1 ? [`From labelled page ${variant + 1}:`] : [];
      const own = metadata ? [`The page's own metadata says it: ${metadata.entries.join(", ")}.`] : [];
      return [...head, ...slots.flatMap((groups, slot) => slotSentences(groups, slots.length > 1 ? slot + 1 : 0)), ...own];
    });
    return {
      name,
      label: key.record[name] ?? [],
      rules: rules.length > 0 ? rules : ["Not settled: it is withheld on every page."],
    };
  });
}

function slotSentences(groups: readonly (readonly Hypothesis[])[], number: number): string[] {
  const head = number > 0 ? [`Value ${number}:`] : [];
  const places = groups.flat();
  const several = places.length > 1 ? [`${places.length} places may hold it; it is read only where they do not contradict.`] : [];
  return [...head, ...several, ...places.flatMap(hypothesisSentences)];
}

function hypothesisSentences({ form, rules, labels, gap }: Hypothesis): string[] {
  const sentences = rules.map(({ rule }) => ruleSentence(rule));
  return [
    formSentence(form),
    ...[...new Set(sentences)].map((sentence) => `- ${sentence}`),
    ...(labels ? [`It must follow ${labels.map(quoted).join(" or ")}.`] : []),
    ...(gap ? [`It is absent where ${quoted(gap.label)} is missing between the texts around it.`] : []),
  ];
}

function formSentence(form: Form): string {
  switch (form.kind) {
    case "whole":
      return "The value is all the text of its place, which is";
    case "segment":
      return `The value is piece ${form.index + 1} of ${form.count} of a line, parted by text-format tags; the line is`;
    case "part":
      return `The value stands in a line${between(form.prefix, form.suffix)}; the line is`;
    case "range":
      return `The value is what stands in its place${between(form.before ?? "", form.after ?? "")}; the place is`;
    case "htmlAttribute":
      return `The value stands in ${form.name} of the element which is`;
    case "items":
      return `Every ${form.tags.replace(/ ?#$/, "") || "line"} is one value, in the place which is`;
    case "family":
      return `Every ${chainWords(form.chain)} is one value${between(form.before, form.after)}.`;
  }
}

function between(before: string, after: string): string {
  const parts = [...(before === "" ? [] : [`after ${quoted(before)}`]), ...(after === "" ? [] : [`before ${quoted(after)}`])];
  return parts.length > 0 ? ` ${parts.join(" and ")}` : "";
}

function ruleSentence(rule: Rule): string {
  switch (rule.kind) {
    case "path":
      return `at ${rule.steps} from the root`;
    case "signature":
      return rule.of === 1
        ? `the only ${chainWords(rule.chain)}`
        : `number ${rule.nth} of exactly ${rule.of} ${chainWords(rule.chain)}`;
    case "landmark":
      return `at ${rule.steps === "" ? "once" : rule.steps} from ${rule.token}, which stands once on a page`;
    case "tail":
      return `at ${rule.steps}, counted from the end, from ${rule.token}, which stands once on a page`;
    case "after":
    case "before":
      return `${rule.kind} ${quoted(rule.key)}, ${rule.between} ${rule.between === 1 ? "text" : "texts"} between, in the ${ordinal(rule.siblings)} ${rule.tag} ${rule.kind === "after" ? "further" : "back"}`;
    case "following":
      return `directly after ${quoted(rule.key)}`;
    case "preceding":
      return `directly before ${quoted(rule.key)}`;
    case "own":
      return `the line that begins with ${quoted(rule.key)}`;
    case "labelled":
      return `the ${chainWords(rule.chain)} ${rule.isOwn ? "that begins with" : "after"} ${quoted(rule.key)}`;
  }
}

function ordinal(number: number): string {
  const ending = { 1: "st", 2: "nd", 3: "rd" }[number % 100 > 10 && number % 100 < 14 ? 0 : number % 10] ?? "th";
  return `${number}${ending}`;
}

export function listSentences(template: ListTemplate): { about: string[]; attributes: Sentences[] } {
  const container = template.container.map(({ tag, tokens }) => [tag, ...tokens]);
  const { identity, isLinkIdentity, link } = template;
  const tell = [...identity, ...(isLinkIdentity ? ["the record's own link"] : [])];
  return {
    about: [
      `The list stands in ${chainWords(container)}.`,
      ...(template.showsHidden ? ["Text that is hidden until a script shows it is read too."] : []),
      cutSentence(template.cut),
      `Records are told apart by ${tell.join(" and ")}; two alike are both withheld.`,
      ...(link ? [`Each record's own link is ${placeWords(link)}.`] : []),
    ],
    attributes: template.attributes.map((attribute) => ({ name: attribute.name, label: [], rules: placeSentences(attribute) })),
  };
}

function cutSentence(cut: ListTemplate["cut"]): string {
  switch (cut.kind) {
    case "single":
      return `Each ${cut.tag === "#" ? "line" : cut.tag} in it is one record.`;
    case "headed":
      return `A record reaches from one ${cut.head.tag}${cut.head.tokens.join("")} to the next.`;
    case "counted":
      return `Every ${cut.kinds.length} elements in turn (${cut.kinds.map(({ tag }) => tag).join(" ")}) are one record.`;
  }
}

function placeSentences({ places, label, isOptional }: ListAttribute): string[] {
  return [
    ...places.map((place) => `It is ${placeWords(place)}.`),
    ...(label === null ? [] : [`It must follow ${quoted(label)}.`]),
    ...(isOptional ? ["A record may lack it."] : []),
  ];
}

function placeWords({ steps, form }: ListPlace): string {
  const way = steps.map(stepWords).join(" ") || "the record itself";
  switch (form.kind) {
    case "whole":
      return `all the text of ${way}`;
    case "piece":
      return `piece ${form.index + 1} of ${way}`;
    case "htmlAttribute":
      return `${form.name} of ${way}`;
    case "between":
      return `what stands in ${way}${between(form.before, form.after)}`;
  }
}

function stepWords({ tag, tokens, isNamed, text, index, isFromEnd, most }: Step): string {
  const name = `${tag === "#" ? "line" : tag}${isNamed ? tokens.join("") : ""}`;
  if (text !== null) return `${name}[${quoted(text)}]`;
  if (isNamed || most < 2) return name;
  return `${name}[${isFromEnd ? `${index} from the end` : index}]`;
}
