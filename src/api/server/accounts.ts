/** People, their sessions, and API keys. */
import { z } from "zod";
import { Id, Role, Time } from "./common.js";

export const UserName = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@+'’-]{0,99}$/u, "a name begins with a letter or digit and has at most 100 characters");

export const Password = z
  .string()
  .min(10, "a password has at least 10 characters")
  .max(200, "a password has at most 200 characters");

export const UserView = z.object({
  id: Id,
  name: UserName,
  role: Role,
  hasPassword: z.boolean(), // without one a person signs in by one-time links
  createdAt: Time,
  signedInAt: Time.nullable(),
  keys: z.int().min(0), // API keys that are the account's
});
export type UserView = z.infer<typeof UserView>;

/** Who asks. Before there is an account, the person with the link is the owner of this machine: admin without a name. */
export const Me = z.object({
  user: z.object({ id: Id.nullable(), name: z.string(), role: Role, hasPassword: z.boolean() }).nullable(), // null: not signed in
  hasAccounts: z.boolean(), // false: only this machine reaches the page
  listensOn: z.string(), // such as http://127.0.0.1:7474
  publicUrl: z.string().nullable(),
  version: z.string(),
  openWarnings: z.int().min(0), // 0 when not signed in
  sources: z.int().min(0),
  hasDemo: z.boolean(),
});
export type Me = z.infer<typeof Me>;

export const SignIn = z.strictObject({ name: z.string().max(100), password: z.string().max(200) });
export const Welcome = z.strictObject({ token: z.string().max(200) });
export const PasswordChange = z.strictObject({
  current: z.string().max(200).optional(), // not asked for within 15 minutes of a one-time link
  password: Password,
});

export const NewUser = z.strictObject({ name: UserName, role: Role, password: Password.optional() });
export const UserChange = z.strictObject({ role: Role });
/** What becomes of the API keys of an account that is removed: they end, or are those of whoever removes it. */
export const KeysWish = z.enum(["revoke", "hand-over"]);
export type KeysWish = z.infer<typeof KeysWish>;
export const RemovalQuery = z.strictObject({ keys: KeysWish.optional() }); // needed where it has keys

/** Valid once, for 15 minutes; it is shown now and never again. */
export const OneTimeLink = z.object({ link: z.string(), validUntil: Time });
export type OneTimeLink = z.infer<typeof OneTimeLink>;
export const UserAdded = z.object({ user: UserView, link: OneTimeLink.nullable() });

export const KeyName = z.string().trim().min(1, "it is empty").max(100);
export const NewKey = z.strictObject({ name: KeyName, role: Role, expiresAt: Time.nullable().optional() });
export const KeyView = z.object({
  id: Id,
  name: z.string(),
  role: Role, // it was made with
  effectiveRole: Role, // it has now: never more than its owner
  beginning: z.string(), // of the secret, to tell keys apart
  owner: z.string().nullable(), // the account it belongs to; null: this machine
  createdBy: z.string().nullable(), // null: at this machine, or forgotten
  createdAt: Time,
  usedAt: Time.nullable(), // to the minute
  expiresAt: Time.nullable(), // null: never
});
export type KeyView = z.infer<typeof KeyView>;
export const KeyAdded = z.object({ key: KeyView, secret: z.string() }); // shown once
