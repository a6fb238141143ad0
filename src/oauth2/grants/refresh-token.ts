/** RFC 6749 §6 with the remember-me rules of the specification (token rule 10; K-8, T-1). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { NumericDate } from "../../std/duration.ts";
import { proofOf } from "../../tokens/claims.ts";
import type { Client } from "../../tokens/client.ts";
import { confirmHolder } from "../../tokens/confirmation.ts";
import type { Decision } from "../../tokens/decision.ts";
import { requestedIn } from "../../tokens/requested-claims.ts";
import { subjectFor } from "../../tokens/subjects.ts";
import type { VerifiedToken } from "../../tokens/verified-token.ts";
import { acceptRefreshToken } from "../accept-refresh.ts";
import { requireSameKey } from "../key-binding.ts";
import { findSuccessor, rotates } from "../rotation.ts";
import { narrowScope, stillAllowed, stillAllowedClaims } from "../scope.ts";
import { defineGrant } from "./grant.ts";
import { parameter, resources } from "./parameters.ts";
import { presentedToken } from "./presented-token.ts";

type Refresh = Pick<Decision, "refresh" | "replaces">;

/**
 * What takes the presented token's place: with rotation its one successor; otherwise, by the letter
 * of rule 10, a new one for a remembered session and the same one for every other.
 */
async function nextRefresh(
  call: Call,
  client: Client,
  token: VerifiedToken,
  presented: string,
): Promise<Refresh> {
  if (rotates(call, client)) {
    const successor = await findSuccessor(call, token);
    if (!successor) return { refresh: "new", replaces: token };
    return { refresh: { reuse: successor.token, exp: successor.exp as NumericDate } };
  }
  if (token.remember_me) return { refresh: "new" };
  return { refresh: { reuse: presented, exp: token.exp as NumericDate } };
}

/** The granted audiences, or fewer of them when the request names some; never one more (K-8). */
function narrowResources(granted: readonly string[], requested: readonly string[]): string[] {
  if (requested.some((resource) => !granted.includes(resource))) {
    throw new AuthError("invalid_target", "requested resource not allowed");
  }
  return [...(requested.length > 0 ? requested : granted)];
}

/** OpenID Connect Core §12.2: a person keeps the subject; where the record calls people otherwise now, they sign in again. */
async function requireSameSubject(call: Call, client: Client, token: VerifiedToken): Promise<void> {
  const told = token.pairwise_sub ?? token.sub;
  if (told === (await subjectFor(call, client, token.sub))) return;
  throw new AuthError("invalid_grant", "the client knows its users by other subjects now");
}

export const refreshToken = defineGrant({
  type: "refresh_token",
  form: z.object({ refresh_token: parameter, scope: parameter, resource: resources }),
  clientAuth: "public-or-document",
  enabled: () => true,
  disabledMessage: "grant type not supported",

  async decide(call, requester, form, key) {
    const { refresh_token: presented } = form;
    if (!presented) throw new AuthError("invalid_request", "refresh token not provided");
    const { token, subject } = await acceptRefreshToken(call, presented, async (found) => {
      if (found.azp !== requester.id) {
        throw new AuthError("invalid_grant", "refresh token was issued to another client");
      }
      // Before the rotation looks at it: another holder must not end the family.
      await presentedToken(() => confirmHolder(found, call.certificate));
      requireSameKey(found.jkt, key);
    });
    await requireSameSubject(call, requester, token);
    const own = call.snapshot.settings.token.audience;
    const granted = {
      scope: stillAllowed(requester, token.scope),
      resources: token.aud.filter((audience) => audience !== own),
    };
    return {
      subject,
      client: requester,
      granted,
      scope: narrowScope(granted.scope, form.scope),
      resources: narrowResources(granted.resources, form.resource),
      ...(await nextRefresh(call, requester, token, presented)),
      bound: token.thumbprint !== undefined,
      proof: proofOf(token.claims),
      claims: stillAllowedClaims(requester, requestedIn(token.claims)),
      session: {
        sid: token.sid,
        sign_in: token.sign_in,
        auth_time: token.auth_time,
        amr: token.amr,
        acr: token.acr,
        session_exp: token.session_exp as NumericDate,
        remember_me: token.remember_me,
      },
    };
  },
});
