/**
 * A style sheet that asks for nothing but what we give it: read by the tokenizer of the CSS Syntax Standard, so that an
 * address is found however it is written, and written again token by token.
 *
 * A browser takes addresses from url(…) and src(…), from @import, and from bare texts in image-set(…). In the latter a text
 * may also come from a variable, so functions that stand for something else are not left there.
 */
import { type CSSToken, TokenType, tokenizer } from "@csstools/css-tokenizer";

/** Our address for what a style sheet names; undefined where it is not to be asked for. */
export type Own = (address: string) => string | undefined;

export function withOwnAddresses(css: string, own: Own): string {
  const errors = Error as { stackTraceLimit?: number };
  const { stackTraceLimit: limit } = errors;
  errors.stackTraceLimit = 0; // the tokenizer makes an error of every fault, and a sheet may hold millions
  try {
    const sheet = new Sheet(css, own);
    const tokens = tokenizer({ css });
    for (let token = tokens.nextToken(); token[0] !== TokenType.EOF; token = tokens.nextToken()) sheet.read(token);
    return sheet.end();
  } finally {
    if (limit !== undefined) errors.stackTraceLimit = limit;
  }
}

/** An open bracket: what closes it, and whether texts in it are addresses. */
interface Open {
  readonly closer: TokenType;
  readonly isSet: boolean;
}

const bracket = (closer: TokenType): Readonly<Record<"set" | "other", Open>> => ({
  set: { closer, isSet: true },
  other: { closer, isSet: false },
});
const BRACKETS: Readonly<Partial<Record<TokenType, ReturnType<typeof bracket>>>> = {
  [TokenType.Function]: bracket(TokenType.CloseParen),
  [TokenType.OpenParen]: bracket(TokenType.CloseParen),
  [TokenType.OpenSquare]: bracket(TokenType.CloseSquare),
  [TokenType.OpenCurly]: bracket(TokenType.CloseCurly),
};

/** They end whatever stands before them. */
const APART: ReadonlySet<TokenType> = new Set([
  TokenType.Whitespace,
  TokenType.Comment,
  TokenType.Comma,
  TokenType.Function,
  TokenType.OpenParen,
]);

/** What may stand between @namespace and its address. */
const PREFIX: ReadonlySet<TokenType> = new Set([TokenType.Whitespace, TokenType.Comment, TokenType.Ident]);

/** What is not replaced is copied as it is written. */
class Sheet {
  private readonly parts: string[] = [];
  private copied = 0; // all before this offset is in `parts`
  private readonly open: Open[] = [];
  private before = TokenType.Whitespace; // the token before
  private url: { readonly start: number; readonly depth: number; address?: string } | undefined; // url("…") that is being read
  private importStart = -1; // of the @import whose address comes next
  private isNamespace = false; // @namespace was read; nobody asks for what it names, which comes next

  constructor(
    private readonly css: string,
    private readonly own: Own,
  ) {}

  read(token: CSSToken): void {
    if (this.url) this.readInUrl(this.url, token);
    else if (!this.readAddress(token)) this.readOther(token);
    this.before = token[0];
  }

  /** A browser closes what is open at the end. */
  end(): string {
    if (this.url) this.put(this.url.address, this.url.start, this.css.length);
    this.dropImport(this.css.length);
    return this.parts.join("") + this.css.slice(this.copied);
  }

  /** Of url("…" …) the first text counts; whatever else stands there is left out. */
  private readInUrl(url: NonNullable<Sheet["url"]>, token: CSSToken): void {
    if (token[0] === TokenType.String && this.open.length === url.depth) url.address ??= token[4].value;
    this.follow(token);
    if (this.open.length >= url.depth) return;
    this.url = undefined;
    this.put(url.address, url.start, token[3] + 1);
  }

  /** Whether the token is, or begins, something to ask for. */
  private readAddress(token: CSSToken): boolean {
    const [, , start, last] = token;
    const isText = this.importStart >= 0 || this.open.at(-1)?.isSet === true;
    if (this.isNamespace && !PREFIX.has(token[0])) {
      this.isNamespace = false;
      if (token[0] !== TokenType.BadURL) return false;
    }
    if (token[0] === TokenType.BadURL) this.put(undefined, start, last + 1);
    else if (token[0] === TokenType.URL || (token[0] === TokenType.String && isText)) this.put(token[4].value, start, last + 1);
    else if (kindOf(token) === "url") {
      this.follow(token);
      this.url = { start, depth: this.open.length };
    } else return false;
    return true;
  }

  private readOther(token: CSSToken): void {
    const [type, , start, last] = token;
    if (this.importStart >= 0 && (type === TokenType.Whitespace || type === TokenType.Comment)) return;
    this.dropImport(start);
    const name = nameOf(token);
    if (type === TokenType.AtKeyword) {
      if (name === "import") this.importStart = start;
      this.isNamespace = name === "namespace" && this.open.length === 0;
    }
    if (type === TokenType.Function && this.open.at(-1)?.isSet && !isPlain(name)) this.replace(start, last + 1, "ignored(");
    this.follow(token);
  }

  /** Opens or closes a bracket; one that closes nothing is a mere sign. */
  private follow(token: CSSToken): void {
    const brackets = BRACKETS[token[0]];
    const top = this.open.at(-1);
    const isSet = token[0] === TokenType.Function ? kindOf(token) === "set" : top?.isSet;
    if (brackets) this.open.push(isSet ? brackets.set : brackets.other);
    else if (token[0] === top?.closer) this.open.pop();
  }

  private put(written: string | undefined, start: number, end: number): void {
    const isImport = this.importStart >= 0;
    const isPart = written?.startsWith("#") && !isImport; // of the page itself
    const address = (written === undefined || isPart ? written : this.own(written)) ?? "about:invalid";
    const url = `url("${address.replace(UNSAFE, encodeURIComponent)}")`;
    if (isImport) this.replace(this.importStart, end, `@import ${url}`);
    else this.replace(start, end, this.isAfterWord(start) ? `/**/${url}` : url);
    this.importStart = -1;
  }

  /** A text may touch a word, which would otherwise become part of the function's name. */
  private isAfterWord(start: number): boolean {
    const isText = this.css[start] === '"' || this.css[start] === "'";
    return isText && !APART.has(this.before);
  }

  /** An @import without an address is none to a browser either. */
  private dropImport(end: number): void {
    if (this.importStart >= 0) this.replace(this.importStart, end, "@ignored ");
    this.importStart = -1;
  }

  private replace(start: number, end: number, text: string): void {
    this.parts.push(this.css.slice(this.copied, start), text);
    this.copied = end;
  }
}

/** Between quotation marks they would end the text, the line, or the style element. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: line ends and NUL are among them
const UNSAFE = /["\\<\u0000-\u001f\u007f]/g;

/** Of a function or an at-rule, with escapes read. */
function nameOf(token: CSSToken): string {
  return token[0] === TokenType.Function || token[0] === TokenType.AtKeyword ? token[4].value.toLowerCase() : "";
}

/** `url` is an address as a whole, in a `set` texts are addresses. */
function kindOf(token: CSSToken): "url" | "set" | undefined {
  if (token[0] !== TokenType.Function) return undefined;
  const name = nameOf(token);
  if (name === "url" || name === "src") return "url";
  return name === "image" || name.endsWith("image-set") ? "set" : undefined;
}

/** What in an image-set stands for itself. A set in a set is none, and a variable may hold any text. */
const isPlain = (name: string): boolean => name === "type" || name === "calc" || name.endsWith("-gradient");
