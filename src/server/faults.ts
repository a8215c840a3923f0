/** Every fault leaves in one shape; what we did not foresee says nothing about our insides. */

import type { Socket } from "node:net";
import type { ConnectionError, FastifyInstance, FastifyReply } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { type ErrorCode, type ErrorReport, errorReport, ReportedError } from "../api/errors.js";
import { because } from "../api/reasons.js";
import { RetryLater } from "./retry-later.js";

const STATUS: Partial<Record<ErrorCode, number>> = {
  "not-signed-in": 401,
  "key-expired": 401,
  "sign-in-failed": 401,
  "link-spent": 401,
  "not-allowed": 403,
  "request-foreign": 403,
  "request-embedded": 403,
  "asset-refused": 403,
  "route-unknown": 404,
  "not-there": 404,
  "source-unknown": 404,
  "source-exists": 409,
  "name-taken": 409,
  "last-admin": 409,
  "account-has-keys": 409,
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
  "work-too-long": 422,
  "work-too-large": 422,
  "password-common": 422,
  "too-many-drafts": 422,
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
  "sign-in-busy": 503,
  "disk-full": 507,
};

const statusOf = (code: ErrorCode): number => STATUS[code] ?? 400;

export function answerFaults(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const report = reportOf(error, request.routeOptions.bodyLimit ?? BODY_LIMIT);
    const status = statusOf(report.code);
    if (error instanceof RetryLater) reply.header("retry-after", error.seconds);
    if (status === 500) request.log.error({ err: error, route: request.routeOptions.url }, "a defect of ours");
    return reply.status(status).type("application/json").send({ error: report });
  });
}

/** An address that cannot be taken apart comes to no route. */
export function answerUnrouted(error: Error, _: unknown, reply: FastifyReply): void {
  const report = errorReport(
    "request-invalid",
    NOT_AN_ADDRESS[(error as FastifyFault).code ?? ""] ?? "its address cannot be read",
  );
  reply.status(400).type("application/json").send({ error: report });
}

const NOT_AN_ADDRESS: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: "its address has a % that begins no character",
  FST_ERR_MAX_PARAM_LENGTH: "a part of its address is too long",
};

/** What is no HTTP comes to no request; the connection ends with it. */
export function answerUnread(error: ConnectionError, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const body = JSON.stringify({ error: errorReport("request-invalid", NOT_HTTP[error.code ?? ""] ?? "it is no HTTP request") });
  const head = "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close";
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

const NOT_HTTP: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "its headers are too long",
  ERR_HTTP_REQUEST_TIMEOUT: "it did not come whole in time",
};

export const BODY_LIMIT = 2_000_000;

function reportOf(error: unknown, bodyLimit: number): ErrorReport {
  if (error instanceof ReportedError) return error.report;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [issue] = error.validation;
    const place = [error.validationContext ?? "it", ...(issue?.instancePath.split("/").filter(Boolean) ?? [])].join(".");
    return errorReport("request-invalid", `${place}: ${issue ? wordsFor(issue) : "it does not fit"}`);
  }
  const { code = "", statusCode = 500, message = "" } = error instanceof Error ? (error as FastifyFault) : {};
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return errorReport("body-too-large", bodyLimit);
  if (isOfDatabase(code)) return errorReport("database-unreachable", because("no-answer-now"));
  if (code === NOT_STORABLE) return errorReport("request-invalid", "it holds a NUL character or half a character");
  if (statusCode < 500) return errorReport("request-invalid", message.replace(/\.$/, "").slice(0, 200));
  return errorReport("internal", because("log-says-more"));
}

type FastifyFault = Error & { readonly code?: string; readonly statusCode?: number };

interface Issue {
  readonly keyword: string;
  readonly message?: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What people can act on; sentences of our own schemas stay as they are. */
function wordsFor({ keyword, message = "", params }: Issue): string {
  if (!/^(Invalid|Too|Unrecognized)/.test(message)) return message;
  switch (keyword) {
    case "invalid_type":
      return /received undefined/.test(message)
        ? "it is missing"
        : `it is not ${KINDS[String(params.expected)] ?? "of the right kind"}`;
    case "invalid_value":
      return `it is none of ${[params.values]
        .flat()
        .map((value) => `“${value}”`)
        .join(", ")}`;
    case "unrecognized_keys":
      return `nobody knows ${[params.keys]
        .flat()
        .map((key) => `“${key}”`)
        .join(", ")}`;
    case "too_small":
      return params.origin === "number" || params.origin === "int" ? `it is less than ${params.minimum}` : "it is too short";
    case "too_big":
      return params.origin === "number" || params.origin === "int" ? `it is more than ${params.maximum}` : "it is too long";
    default:
      return "it is not as it must be";
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

const NOT_STORABLE = "22021"; // PostgreSQL: text it has no encoding for

/** No connection, a broken one, or a server that is shutting down. */
const isOfDatabase = (code: string): boolean => /^(ECONN|EPIPE|ENOENT$|57P0|08)/.test(code);
