/** What a route's handler gets and gives, taken from the table of routes. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { AnswerOf, ROUTES, RouteName } from "../api/server/routes.js";
import type { Caller } from "./access.js";

type Part<Name extends RouteName, Key extends "params" | "query" | "body"> = (typeof ROUTES)[Name] extends {
  readonly [K in Key]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

export interface Asked<Name extends RouteName> {
  readonly params: Part<Name, "params">;
  readonly query: Part<Name, "query">;
  readonly body: Part<Name, "body">;
  readonly caller: Caller;
  readonly now: Date;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Given<Name extends RouteName> = (typeof ROUTES)[Name]["answer"] extends "stream" ? FastifyReply : Input<Name>;
type Input<Name extends RouteName> = (typeof ROUTES)[Name]["answer"] extends z.ZodType
  ? z.input<(typeof ROUTES)[Name]["answer"]> & AnswerOf<Name>
  : never;

/** One per route; a route without one does not compile. */
export type Handlers = { readonly [Name in RouteName]: (asked: Asked<Name>) => Promise<Given<Name>> };
export type Some<Names extends RouteName> = Pick<Handlers, Names>;
