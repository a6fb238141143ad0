/** Answers that OAuth endpoints share in the API description. */
import { z } from "@hono/zod-openapi";
import type { Answer } from "../endpoint.ts";

const oauthError = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .openapi("OAuthError");

export const oauthFailure = (description: string): Answer => ({ description, schema: oauthError });
