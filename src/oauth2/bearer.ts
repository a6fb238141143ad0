/** Bearer tokens on our own endpoints: one transport at a time, never the URL (RFC 6750 §2; K-19). */
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import { refusalText } from "../iam/principals/enabled.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { proceed, type Ready } from "../std/ready.ts";
import { confirmHolder } from "../tokens/confirmation.ts";
import { isRevoked, isRevokedInMemory } from "../tokens/revocation.ts";
import type { VerifiedToken } from "../tokens/verified-token.ts";
import { verifyToken } from "../tokens/verify.ts";
import { readAuthorization } from "../web/bearer.ts";
import { enabledClient, enabledInMemory, type RegisteredClient } from "./clients/find.ts";

/**
 * The token of a request. Throws 401 without a code when there is none (RFC 6750 §3.1) and
 * `invalid_request` when it came in two ways.
 */
export function readBearer(headers: Headers, formToken: string | undefined): string {
  const sent = readAuthorization(headers);
  if (sent.kind === "malformed") {
    throw new AuthError("invalid_request", "Authorization header is malformed");
  }
  if (sent.kind === "bearer" && formToken !== undefined) {
    throw new AuthError("invalid_request", "more than one access token");
  }
  const token = sent.kind === "bearer" ? sent.token : formToken;
  if (token === undefined) throw new AuthError("unauthenticated", "access token not found");
  return token;
}

export interface BearerSubject {
  readonly token: VerifiedToken;
  readonly principal: PrincipalRecord;
  /** Who the token was issued to. */
  readonly client: RegisteredClient;
}

/**
 * The same for a request that uses the token: one that is bound to a certificate comes with it.
 * @param certificate of the request, when it is not the one of the call
 */
export const acceptBearer = (
  call: Call,
  text: string,
  certificate: Call["certificate"] = call.certificate,
): Ready<BearerSubject> =>
  proceed(acceptToken(call, text), (subject) => {
    confirmHolder(subject.token, certificate);
    return subject;
  });

/**
 * A valid, unrevoked access token of an enabled principal and an enabled client (D13, K-10).
 * @param keep false for a look at a token that is not used
 */
export const acceptToken = (call: Call, text: string, keep = true): Ready<BearerSubject> =>
  proceed(verifyToken(call, text, "access", keep), (token) =>
    proceed(isRevokedInMemory(call, token) ?? isRevoked(call, token), (revoked) => {
      if (revoked) throw new AuthError("invalid_token", "token revoked");
      return subjectOf(call, token);
    }),
  );

function subjectOf(call: Call, token: VerifiedToken): Ready<BearerSubject> {
  const principal = call.service.snapshots.current.principals.get(token.sub);
  if (!principal) throw new AuthError("invalid_token", "user not found");
  if (principal.disabled) throw new AuthError("invalid_token", refusalText(principal));
  return proceed(enabledInMemory(call, token.azp) ?? enabledClient(call, token.azp), (client) => {
    if (!client) throw new AuthError("invalid_token", "client is disabled");
    return { token, principal, client };
  });
}
