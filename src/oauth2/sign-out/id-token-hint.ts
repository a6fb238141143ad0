/** Whom an `id_token_hint` speaks of (OpenID Connect RP-Initiated Logout 1.0 §4; Z-8). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { MAX_TOKEN_LENGTH } from "../../std/token-length.ts";
import { TOKEN_TYPE } from "../../tokens/claims.ts";
import { requireKeys } from "../../tokens/sign.ts";
import { signedClaims } from "../../tokens/signed-claims.ts";
import { callsPairwise, openPerson } from "../../tokens/subjects.ts";
import { isOwnIssuer } from "../../tokens/verify.ts";

export interface IdTokenHint {
  /** Of the principal, whatever the client calls it. */
  readonly sub: string;
  /** Of the sign-in. */
  readonly sid: string;
  /** The client that it was issued to. */
  readonly aud: string;
}

const invalidHint = (cause?: unknown) =>
  new AuthError("invalid_request", "id_token_hint is not valid", { cause });

const text = (value: unknown): string => {
  if (typeof value !== "string" || value === "") throw invalidHint();
  return value;
};

/** An ID token of ours, however old. Throws `invalid_request` for everything else. */
export async function readIdTokenHint(call: Call, token: string): Promise<IdTokenHint> {
  if (token.length > MAX_TOKEN_LENGTH) throw invalidHint();
  const keys = requireKeys(call.snapshot);
  const { typ, claims } = await signedClaims(keys, token, false).catch((cause: unknown) => {
    throw invalidHint(cause);
  });
  if (typ !== "JWT" || claims.typ !== TOKEN_TYPE.id) throw invalidHint();
  if (!isOwnIssuer(text(claims.iss), call.service.options.prefix_path)) throw invalidHint();
  const hint = { sub: text(claims.sub), sid: text(claims.sid), aud: text(claims.aud) };
  if (!callsPairwise(claims)) return hint;
  const { sub, sign_in = "" } = await openPerson(call, claims).catch((cause: unknown) => {
    throw invalidHint(cause);
  });
  return { ...hint, sub, sid: sign_in };
}
