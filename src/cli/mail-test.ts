import { randomUUID } from "node:crypto";
import { z } from "zod";
import { refuse } from "../api/errors.js";
import { sendMail } from "../notify/mail.js";
import { testMessage } from "../notify/message.js";
import type { Command } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { mailServer } from "./messenger.js";
import { loadSettings } from "./settings.js";

export const mailTestCommand: Command<"to"> = {
  summary: "Send a mail of no meaning by the mail server of the settings, to see whether it arrives.",
  example: "bartree mail test index@example.org",
  operands: { to: { value: "ADDRESS", help: "a mail address" } },
  options: {},
  async run({ to }, { environment, out, reject }) {
    if (!z.email().safeParse(to).success) return reject(`“${to}” is no mail address.`);
    const server = mailServer(loadSettings(environment).settings) ?? refuse("mail-not-set");
    const sent = await sendMail(server, to, testMessage(randomUUID(), new Date()));
    if (!sent.ok) return refuse("not-delivered", sent.reason);
    out.print({ to }, () => `The mail server took the mail to ${to}.`);
    return EXIT_DONE;
  },
};
