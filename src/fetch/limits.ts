/** What one answer may cost us. Each can be passed in; tests pass short ones. */
export type Limits = {
  connectMs: number;
  firstByteMs: number; // from the request to the end of the answer's headers
  wholeMs: number; // one answer, headers and body; every redirect is an answer of its own
  bodyBytes: number; // after decompression
  ratio: number; // decompressed : received, judged beyond `ratioFromBytes`
  ratioFromBytes: number;
  redirects: number;
  retries: number; // beyond the first try
  robotsBytes: number;
  patienceMs: number; // how long a host may ask us to stay away before we go without the page
};

export const DEFAULT_LIMITS: Limits = {
  connectMs: 10_000,
  firstByteMs: 20_000,
  wholeMs: 60_000,
  bodyBytes: 10_000_000,
  ratio: 200,
  ratioFromBytes: 1_000_000,
  redirects: 5,
  retries: 3,
  robotsBytes: 500_000,
  patienceMs: 120_000,
};
