/** Answers that OAuth endpoints share in the API description. */
import { z } from "zod";
import type { Answer } from "../endpoint/endpoint.ts";

const oauthError = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .meta({ id: "OAuthError" });

const bearerError = z
  .object({ error: z.string().optional(), error_description: z.string().optional() })
  .meta({ id: "BearerError" });

export const oauthFailure = (description: string): Answer => ({ description, schema: oauthError });

/** RFC 6750 §3.1: without any credential there is a description and no code. */
export const bearerFailure = (description: string): Answer => ({
  description,
  schema: bearerError,
});
