/** A message by mail, over the server that the settings name. */

import { createTransport } from "nodemailer";
import type { Message } from "../api/message.js";
import { because, type Reason } from "../api/reasons.js";
import type { Posted } from "../fetch/post.js";
import { mailWords } from "./mail-words.js";

export interface MailServer {
  readonly url: URL; // smtp: or smtps:, with user and password
  readonly from: string;
  readonly isTlsRequired: boolean;
  readonly authority?: string; // a certificate to trust besides the system's
}

const PATIENCE_MS = 10_000;

export async function sendMail(server: MailServer, to: string, message: Message): Promise<Posted> {
  const transport = createTransport(optionsOf(server));
  try {
    await transport.sendMail(mailOf(server, to, message));
    return { ok: true, status: 250 };
  } catch (error) {
    return { ok: false, reason: mailTrouble(error) };
  } finally {
    transport.close();
  }
}

function optionsOf({ url, isTlsRequired, authority }: MailServer) {
  const { hostname, port, username, password, protocol } = url;
  const secure = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: isTlsRequired,
    ...(username !== "" && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...(authority !== undefined && { tls: { ca: authority } }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** All mails of a warning refer to one name, so that they stand together; a mail that is sent again has the same id. */
function mailOf({ from }: MailServer, to: string, message: Message) {
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const [first] = message.warnings;
  return {
    from,
    to,
    ...mailWords(message),
    messageId: `<${message.id}@${domain}>`,
    ...(first && message.digest === null && { references: `<warning-${first.id}@${domain}>` }),
    date: new Date(message.madeAt),
    headers: { "Auto-Submitted": "auto-generated", "Bartree-Id": message.id },
  };
}

/** Numbers and codes only: what a mail server writes besides may repeat what it was sent. */
function mailTrouble(error: unknown): Reason {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (typeof responseCode === "number") return because("mail-server-status", responseCode);
  return because("mail-server-unreached", typeof code === "string" ? code : null);
}
