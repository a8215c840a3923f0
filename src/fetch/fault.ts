import { type Reason, reasonText } from "../api/reasons.js";
import type { FailedCode, RefusedCode } from "./fetch-page.js";

type Circumstances = { status?: number; retryAfterMs?: number; mayPass?: boolean };

/** Why a visit came to nothing. Thrown inside this folder only; `fetchPage` makes an outcome of it. */
export class Fault extends Error {
  readonly code: RefusedCode | FailedCode;
  readonly reason: Reason;
  /** The host's status, and for how long it asked us to stay away. */
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** Whether another try soon may end better. */
  readonly mayPass: boolean;

  constructor(code: RefusedCode | FailedCode, reason: Reason, { status, retryAfterMs, mayPass = false }: Circumstances = {}) {
    super(reasonText(reason));
    this.reason = reason;
    this.code = code;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.mayPass = mayPass;
  }
}
