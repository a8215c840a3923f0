/** What messages are made and sent with; whoever starts the worker opens these and hands them down. */
import type { Pool } from "pg";
import type { Schedule } from "../api/schedule.js";
import type { Door } from "../fetch/door.js";
import type { Channel, DeliveryKind } from "../store/delivery.js";
import type { NamedWarning } from "../store/warning.js";
import type { MailServer } from "./mail.js";

export interface NotifyTools {
  readonly pool: Pool;
  readonly door: Door;
  readonly thenAndNow: (warning: NamedWarning) => Promise<ThenAndNow>; // pages are read by whoever has threads for it
  readonly mail: MailServer | null; // null: none is sent by this worker
  readonly mailTo: readonly string[]; // who is told of everything
  readonly digest: Schedule | null; // null: none is sent
  readonly publicUrl: string | null; // for links
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: NotifyEvent) => void;
}

/** The region of a source's key page as it was when all was well, and what is displayed now. */
export interface ThenAndNow {
  readonly was: string | null;
  readonly now: string | null;
}

/** `receiver` is a mail address or the number of a webhook; `reason` holds no secret. */
export type NotifyEvent =
  | { readonly kind: "sent"; readonly message: DeliveryKind; readonly channel: Channel; readonly receiver: string }
  | {
      readonly kind: "not-sent";
      readonly message: DeliveryKind;
      readonly channel: Channel;
      readonly receiver: string;
      readonly reason: string;
    };

export const nowOf = ({ door }: Pick<NotifyTools, "door">): Date => new Date(door.clock.now());
