/** Failures of the JSON API in the API description (auth-wire 1.2). */
import { z } from "zod";
import type { Answer } from "./endpoint.ts";

export const failure = z
  .object({ message: z.string(), error: z.string().optional() })
  .meta({ id: "Failure" });

const answer = (description: string): Answer => ({ description, schema: failure });

export const unavailable: Readonly<Record<number, Answer>> = {
  503: answer("Temporarily unavailable"),
};

/** A query parameter of the wrong form. */
export const badQuery: Readonly<Record<number, Answer>> = {
  400: answer("A parameter is not valid; `error` names it"),
};

/** What the admin guard and the common machinery may answer on every route of the plane. */
export const adminFailures: Readonly<Record<number, Answer>> = {
  401: answer("No caller"),
  403: answer("The caller is no administrator, or has fewer rights than this takes"),
  ...unavailable,
};

export const badRequest: Readonly<Record<number, Answer>> = {
  400: answer("Not valid; `error` names the field"),
  413: answer("The body is too large"),
  415: answer("The media type is not accepted"),
};

export const tooMany: Readonly<Record<number, Answer>> = {
  429: answer("Too many attempts; `Retry-After`"),
};

/** No directory is active; one that fails is 500. */
export const noDirectory: Readonly<Record<number, Answer>> = {
  424: answer("No directory is active; `error` says why"),
  500: answer("The directory cannot be read; `error` names the step"),
};

/** Nothing was changed. */
export const keyStays: Readonly<Record<number, Answer>> = {
  500: answer("The key is in use already, or a stored record does not open; `error` says which"),
};

export const backupRuns: Readonly<Record<number, Answer>> = {
  409: answer("Another backup is being made"),
};

export const notFound: Readonly<Record<number, Answer>> = { 404: answer("No such record") };
export const conflict: Readonly<Record<number, Answer>> = { 409: answer("The name is taken") };

export const keyNotTaken: Readonly<Record<number, Answer>> = {
  409: answer("A key with this hash is here, or the owner has too many keys; `error` says which"),
};

/** X-User does not name an enabled principal (D1). */
export const noCaller: Readonly<Record<number, Answer>> = { 401: answer("No caller") };
export const refusedCaller: Readonly<Record<number, Answer>> = {
  403: answer("The caller may not do this"),
};
