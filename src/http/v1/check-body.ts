/** Bodies and the answer of permission checks (auth-wire 2.9). */
import { z } from "zod";
import { MAX_URL_LENGTH } from "../../std/request-path.ts";
import type { Answer } from "../endpoint/endpoint.ts";

const member = (description: string) =>
  z
    .string()
    .max(MAX_URL_LENGTH)
    .nullish()
    .transform((text) => text ?? "")
    .meta({ type: "string", description });

const request = {
  host: member("As the client asked for it; may include the port"),
  path: z
    .string()
    .max(MAX_URL_LENGTH)
    .transform((path) => path.split("?", 1)[0] ?? "")
    .meta({ type: "string", description: "As in the request line; a query is cut off" }),
  method: z.string().max(64),
};

export const callerCheckBody = z.object(request).meta({ id: "CallerCheck" });

export const checkBody = z
  .object({
    id: member("Id of a user or service account; wins over `alias`"),
    alias: member("Alias of a user or service account, or `api-key:<id>`"),
    ...request,
  })
  .meta({ id: "Check" });

export const CHECK_MESSAGE = "cannot decode check request";

export const REQUEST_EXAMPLE = { host: "app.example.com", path: "/api/reports", method: "GET" };

export const checkAnswer: Answer = {
  description: "Not wrapped",
  schema: z.object({ allowed: z.boolean() }).meta({ id: "CheckAnswer" }),
  example: { allowed: true },
};
