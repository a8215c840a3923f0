/**
 * Every error a person can cause, in one table: its code, one sentence, and what to do.
 *
 * Command line, files and API all carry an `ErrorReport`; docs/errors.md explains each code and a test holds both complete.
 */
import { z } from "zod";

/** What each code's sentence needs to know. */
type Facts = {
  "text-empty": [];
  "text-ambiguous": [places: number];
  "text-not-found": [longestPrefix: string];
  "region-is-page": [];
  "file-not-found": [path: string];
  "file-unreadable": [path: string, reason: string];
  "file-unwritable": [path: string, reason: string];
  "page-empty": [page: string];
  "page-not-html": [page: string];
  "page-too-large": [page: string, limitBytes: number];
  "address-unsupported": [address: string];
  "ratio-invalid": [ratio: string];
  "ratio-too-large": [ratio: string, largest: string];
  usage: [problem: string, usageLine: string];
  "unknown-command": [name: string];
  internal: [defect: string];
};

export type ErrorCode = keyof Facts;

type Sentence = Pick<ErrorReport, "message" | "hint">;

const SENTENCES: { [C in ErrorCode]: (...facts: Facts[C]) => Sentence } = {
  "text-empty": () => ({
    message: "The text to look for is empty or only white space.",
    hint: "Copy the text from the page as it is displayed and give that.",
  }),
  "text-ambiguous": (places) => ({
    message: `The text stands in ${places} places of the page.`,
    hint: "Give more of the text around it, so that it stands in one place only.",
  }),
  "text-not-found": (longestPrefix) => ({
    message: longestPrefix === "" ? "The text is not on the page." : `The page has the text only up to “${tail(longestPrefix)}”.`,
    hint: "Copy the text again from the page as it is now; white space and line breaks do not matter.",
  }),
  "region-is-page": () => ({
    message: "The region is all that the page displays, so almost nothing is left around it to measure.",
    hint: "Paste only the part you want, without navigation and footer.",
  }),
  "file-not-found": (path) => ({
    message: `There is no file “${path}”.`,
    hint: "Check the name and the folder; “-” reads standard input.",
  }),
  "file-unreadable": (path, reason) => ({
    message: `The file “${path}” cannot be read: ${reason}.`,
    hint: "Name a file, not a folder, and check that you may read it.",
  }),
  "file-unwritable": (path, reason) => ({
    message: `“${path}” cannot be written: ${reason}.`,
    hint: "Name a folder you may write to, on a disk with room left.",
  }),
  "page-empty": (page) => ({
    message: `The page “${page}” is empty.`,
    hint: "Save the page again and check that the file has content.",
  }),
  "page-not-html": (page) => ({
    message: `“${page}” is not an HTML page.`,
    hint: "Save the page from the browser as HTML, source only; a PDF, picture, feed or plain text cannot be measured.",
  }),
  "page-too-large": (page, limitBytes) => ({
    message: `“${page}” is larger than ${limitBytes / 1_000_000} MB.`,
    hint: "Give a single page; remove embedded pictures or data from it if they make it this large.",
  }),
  "address-unsupported": (address) => ({
    message: `Fetching “${address}” is not available yet.`,
    hint: "Save the page to a file and give the file.",
  }),
  "ratio-invalid": (ratio) => ({
    message: `“${ratio}” is not a ratio.`,
    hint: "Write it as p/q with whole numbers of at most nine digits, for example 1/20.",
  }),
  "ratio-too-large": (ratio, largest) => ({
    message: `The ratio ${ratio} is too large for this page: the widths would not stay above 0.`,
    hint: `Give at most ${largest}, one over the depth of the region.`,
  }),
  usage: (problem, usageLine) => ({ message: problem, hint: `The call is: ${usageLine}` }),
  "unknown-command": (name) => ({
    message: `There is no command “${name}”.`,
    hint: "`bartree --help` lists the commands.",
  }),
  internal: (defect) => ({
    message: `This is a defect of bartree: ${defect}`,
    hint: "Please report it, with the command and, if you may share it, the page.",
  }),
};

export const ERROR_CODES = Object.keys(SENTENCES) as ErrorCode[]; // keys() forgets what the type of SENTENCES knows

export const ErrorReport = z.object({ code: z.enum(ERROR_CODES), message: z.string(), hint: z.string() });
export type ErrorReport = z.infer<typeof ErrorReport>;

export function errorReport<C extends ErrorCode>(code: C, ...facts: Facts[C]): ErrorReport {
  return { code, ...SENTENCES[code](...facts) };
}

/** Carries a report up to the boundary that shows it; only boundaries (files, network, command line) throw it. */
export class ReportedError extends Error {
  readonly report: ErrorReport;

  constructor(report: ErrorReport) {
    super(report.message);
    this.report = report;
  }
}

/** Throws what `errorReport` says; typed `never`, so that the caller's narrowing knows. */
export function refuse<C extends ErrorCode>(code: C, ...facts: Facts[C]): never {
  throw new ReportedError(errorReport(code, ...facts));
}

/** The end of a long text is where a person sees that the match stopped. */
function tail(text: string): string {
  const characters = [...text];
  return characters.length > 40 ? `…${characters.slice(-40).join("")}` : text;
}
