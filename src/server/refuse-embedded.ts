/**
 * What a browser asks for on a page's behalf, with the person's cookie: as a style sheet, a picture, a frame, a script. A
 * foreign page that we show could name any address of ours in such a place. The API is for our own script and for programs,
 * so it answers none of these but the pieces of a shown page themselves.
 */
import type { FastifyRequest } from "fastify";
import { refuse } from "../api/errors.js";
import type { Route } from "../api/server/routes.js";

/** By how the answer is shown; a program says nothing, and fetch() says "empty". */
const DESTINATIONS: Readonly<Record<NonNullable<Route["shown"]> | "not", readonly string[]>> = {
  not: ["empty"],
  "in-page": ["empty", "style", "image", "font"],
  "in-tab": ["empty", "document"],
};

export function refuseEmbedded({ headers }: Pick<FastifyRequest, "headers">, { shown }: Pick<Route, "shown">): void {
  const destination = headers["sec-fetch-dest"];
  if (destination !== undefined && !DESTINATIONS[shown ?? "not"].includes(String(destination))) refuse("request-embedded");
}
