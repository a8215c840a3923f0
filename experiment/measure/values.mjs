/** What was read against the generator's truth, attribute by attribute. An empty value where there is one counts as wrong. */
const isSame = (a, b) => a.length === b.length && a.every((text, i) => text === b[i]);

export function compareValues({ values }, truth) {
  const names = Object.keys(truth);
  const given = names.filter((name) => values[name] !== undefined);
  return {
    right: given.filter((name) => isSame(values[name], truth[name])),
    wrong: given.filter((name) => !isSame(values[name], truth[name])),
    withheld: names.filter((name) => values[name] === undefined),
  };
}
