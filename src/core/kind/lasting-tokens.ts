/** Classes and ids without those that tell one entry or page from its neighbours: numbers, odd and even, the first, the current. */

export function lastingTokens(tokens: readonly string[]): readonly string[] {
  return tokens.some(isPassing) ? tokens.filter((token) => !isPassing(token)) : tokens;
}

const PASSING = new Set(
  "odd even first last active current selected sticky featured alt trail visited expanded collapsed".split(" "),
);
const PASSING_HEADS = new Set("tag category author status format".split(" ")); // as in “tag-rivers”

function isPassing(token: string): boolean {
  if (/\d/.test(token)) return true;
  const words = token.slice(1).toLowerCase().split(/[-_]+/);
  return (words.length > 1 && PASSING_HEADS.has(words[0]!)) || words.some((word) => PASSING.has(word));
}
