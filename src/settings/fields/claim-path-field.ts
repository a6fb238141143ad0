/** Dot paths to the roles inside a token or an upstream answer (spec, `roles_claim`; N-6, M-3). */

import { z } from "zod";
import { message } from "../../messages/message.ts";
import { parseDotPath } from "../../std/dot-path.ts";
import { refuse } from "./field.ts";

/** Claims with a meaning of their own; roles written over one of them would forge it (auth-wire 5.2). */
const PROTOCOL_CLAIMS: ReadonlySet<string> = new Set([
  "iss",
  "sub",
  "aud",
  "exp",
  "nbf",
  "iat",
  "jti",
  "azp",
  "sid",
  "typ",
  "nonce",
  "scope",
  "client_id",
  "auth_time",
  "amr",
  "acr",
  "session_exp",
  "gty",
  "remember_me",
  "requested_claims",
]);

const NOT_A_PATH = message("fault.dot_path");

/** Where roles are written in our own tokens, as segments; absent and empty mean the default. */
export const dotPath = (fallback: string) =>
  z
    .string()
    .optional()
    .transform((value, context) => readTokenPath(value?.trim() || fallback, context))
    .meta({ default: fallback });

/** The same without default: absent and empty are undefined. */
export const optionalDotPath = () =>
  z
    .string()
    .optional()
    .transform((value, context) => {
      const path = value?.trim();
      return path ? readTokenPath(path, context) : undefined;
    });

/** Where roles are read in the answer of another provider; any claim may be named there. */
export const foreignDotPath = () =>
  z
    .string()
    .optional()
    .transform((value, context) => {
      const path = value?.trim();
      return path ? (parseDotPath(path) ?? refuse(context, NOT_A_PATH)) : undefined;
    });

function readTokenPath(text: string, context: z.RefinementCtx): readonly string[] {
  const path = parseDotPath(text);
  if (!path) return refuse(context, NOT_A_PATH);
  if (PROTOCOL_CLAIMS.has(path[0] ?? "")) {
    return refuse(context, message("fault.protocol_claim", { claim: path[0] ?? "" }));
  }
  return path;
}
