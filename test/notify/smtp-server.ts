/** A mail server on loopback: as much of RFC 5321 as a sender needs, STARTTLS and AUTH PLAIN included. */
import { createServer, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly isOverTls: boolean;
  readonly user: string | null; // who signed in
  readonly source: string; // as it came over the wire, dots unstuffed
}

export interface SmtpOptions {
  readonly tls?: { readonly key: string; readonly certificate: string };
  readonly password?: string; // of the user ann
  readonly port?: number;
}

export async function startSmtpServer(options: SmtpOptions = {}) {
  const mails: Mail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const state = { answer: "250 taken" };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    serve(socket, { options, mails, commands, state });
  });
  await new Promise<void>((done) => server.listen(options.port ?? 0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    mails,
    commands, // all that was asked
    /** What it says to the end of a mail from now on. */
    answers(line: string) {
      state.answer = line;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

interface Served {
  readonly options: SmtpOptions;
  readonly mails: Mail[];
  readonly commands: string[];
  readonly state: { answer: string };
}

function serve(first: Socket, { options, mails, commands, state }: Served): void {
  let socket: Socket = first;
  let buffered = "";
  let envelope = { from: "", to: [] as string[] };
  let user: string | null = null;
  let isData = false;
  const isOverTls = () => socket instanceof TLSSocket;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const listen = () => {
    socket.on("data", (chunk) => {
      buffered += chunk.toString("latin1");
      take();
    });
    socket.on("error", () => {});
  };

  function take(): void {
    for (;;) {
      const end = isData ? buffered.indexOf("\r\n.\r\n") : buffered.indexOf("\r\n");
      if (end < 0) return;
      const text = buffered.slice(0, end);
      buffered = buffered.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        const source = Buffer.from(text.replace(/^\.\./gm, "."), "latin1").toString("utf8");
        if (state.answer.startsWith("250")) mails.push({ ...envelope, isOverTls: isOverTls(), user, source });
        say(state.answer);
      } else command(text);
    }
  }

  function command(line: string): void {
    commands.push(line);
    const verb = line.split(" ")[0]?.toUpperCase();
    if (verb === "EHLO") {
      say("250-mail.test");
      if (options.tls && !isOverTls()) say("250-STARTTLS");
      if (options.password !== undefined) say("250-AUTH PLAIN");
      say("250 8BITMIME");
    } else if (verb === "STARTTLS" && options.tls) {
      say("220 go on");
      socket.removeAllListeners("data");
      const { key, certificate } = options.tls;
      socket = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert: certificate }) });
      buffered = "";
      listen();
    } else if (verb === "AUTH") {
      const [, name, password] = Buffer.from(line.split(" ")[2] ?? "", "base64")
        .toString("utf8")
        .split("\0");
      if (password === options.password) user = name ?? null;
      say(password === options.password ? "235 welcome" : "535 wrong password");
    } else if (verb === "MAIL") {
      envelope = { from: addressIn(line), to: [] };
      say("250 go on");
    } else if (verb === "RCPT") {
      envelope.to.push(addressIn(line));
      say("250 go on");
    } else if (verb === "DATA") {
      isData = true;
      say("354 go on");
    } else if (verb === "QUIT") {
      say("221 bye");
      socket.end();
    } else say(verb === "RSET" || verb === "NOOP" ? "250 done" : "502 not known");
  }

  listen();
  say("220 mail.test");
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? "";

export interface ReadMail {
  readonly headers: ReadonlyMap<string, readonly string[]>; // unfolded and decoded, names in lower case
  readonly text: string;
  readonly html: string;
}

/** Read as a mail program reads it: headers unfolded, encoded words and bodies decoded. */
export function readMail(source: string): ReadMail {
  const { headers, body } = partOf(source);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get("content-type")?.[0] ?? "")?.[1];
  const parts =
    boundary === undefined
      ? []
      : body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => partOf(part.replace(/^\r\n/, "")));
  const ofType = (type: string) => {
    const part = parts.find((each) => each.headers.get("content-type")?.[0]?.startsWith(type));
    return part ? decodedBody(part) : "";
  };
  return { headers, text: ofType("text/plain"), html: ofType("text/html") };
}

interface Part {
  readonly headers: Map<string, string[]>;
  readonly body: string;
}

function partOf(source: string): Part {
  const end = source.indexOf("\r\n\r\n");
  const headers = new Map<string, string[]>();
  for (const line of source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")) {
    const at = line.indexOf(":");
    const name = line.slice(0, at).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), decodedWords(line.slice(at + 1).trim())]);
  }
  return { headers, body: source.slice(end + 4) };
}

const decodedWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === "b" ? Buffer.from(text, "base64").toString("utf8") : quotedPrintable(text.replace(/_/g, " ")),
    );

function decodedBody({ headers, body }: Part): string {
  const encoding = headers.get("content-transfer-encoding")?.[0]?.toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  return encoding === "quoted-printable" ? quotedPrintable(body.replace(/=\r\n/g, "")) : body;
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");
