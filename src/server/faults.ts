/** Every fault leaves in one shape; what we did not foresee says nothing about our insides. */
import type { FastifyInstance } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { type ErrorCode, type ErrorReport, errorReport, ReportedError } from "../api/errors.js";

const STATUS: Partial<Record<ErrorCode, number>> = {
  "not-signed-in": 401,
  "sign-in-failed": 401,
  "link-spent": 401,
  "not-allowed": 403,
  "request-foreign": 403,
  "asset-refused": 403,
  "route-unknown": 404,
  "not-there": 404,
  "source-unknown": 404,
  "source-exists": 409,
  "name-taken": 409,
  "last-admin": 409,
  "first-is-admin": 409,
  "draft-changed": 409,
  "draft-incomplete": 409,
  "nothing-to-redo": 409,
  "nothing-to-undo": 409,
  "page-dropped": 410,
  "body-too-large": 413,
  "host-unknown": 421,
  "address-refused": 422,
  "redirect-refused": 422,
  "robots-disallowed": 422,
  "page-not-html": 422,
  "page-gone": 422,
  "link-not-found": 422,
  "nothing-learnt": 422,
  "sign-in-limited": 429,
  "too-many-requests": 429,
  internal: 500,
  "robots-unreachable": 502,
  "host-busy": 502,
  "host-not-found": 502,
  "fetch-timeout": 502,
  "fetch-failed": 502,
  "certificate-invalid": 502,
  "status-unexpected": 502,
  "too-many-redirects": 502,
  "response-too-large": 502,
  "response-incomplete": 502,
  "encoding-unsupported": 502,
  "not-delivered": 502,
  "database-unreachable": 503,
};

const statusOf = (code: ErrorCode): number => STATUS[code] ?? 400;

export function answerFaults(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const report = reportOf(error, request.routeOptions.bodyLimit ?? BODY_LIMIT);
    const status = statusOf(report.code);
    if (status === 500) request.log.error({ err: error, route: request.routeOptions.url }, "a defect of ours");
    return reply.status(status).type("application/json").send({ error: report });
  });
}

export const BODY_LIMIT = 2_000_000;

function reportOf(error: unknown, bodyLimit: number): ErrorReport {
  if (error instanceof ReportedError) return error.report;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [issue] = error.validation;
    const place = `${error.validationContext ?? ""}${issue?.instancePath.replaceAll("/", ".") ?? ""}`;
    return errorReport("request-invalid", `${place}: ${issue?.message ?? "it does not fit"}`);
  }
  const { code = "", statusCode = 500, message = "" } = error instanceof Error ? (error as FastifyFault) : {};
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return errorReport("body-too-large", bodyLimit);
  if (isOfDatabase(code)) return errorReport("database-unreachable", "it does not answer now");
  if (code === NOT_STORABLE) return errorReport("request-invalid", "it holds a NUL character or half a character");
  if (statusCode < 500) return errorReport("request-invalid", message.replace(/\.$/, "").slice(0, 200));
  return errorReport("internal", "the server's log says more");
}

type FastifyFault = Error & { readonly code?: string; readonly statusCode?: number };

const NOT_STORABLE = "22021"; // PostgreSQL: text it has no encoding for

/** No connection, a broken one, or a server that is shutting down. */
const isOfDatabase = (code: string): boolean => /^(ECONN|EPIPE|ENOENT$|57P0|08)/.test(code);
