/** Access tokens on our own endpoints: one transport at a time, never the URL (RFC 6750 §2, RFC 9449 §7.1; K-19). */
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import { refusalText } from "../iam/principals/enabled.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { proceed, type Ready } from "../std/ready.ts";
import { type Confirmed, confirmUse, type Presented } from "../tokens/confirmation.ts";
import { isRevoked, isRevokedInMemory } from "../tokens/revocation.ts";
import { useSignIn } from "../tokens/sign-in-use.ts";
import type { VerifiedToken } from "../tokens/verified-token.ts";
import { verifyToken } from "../tokens/verify.ts";
import { readAuthorization, type TokenScheme } from "../web/bearer.ts";
import { enabledClient, enabledInMemory, type RegisteredClient } from "./clients/find.ts";

/**
 * The token of a request. Throws 401 without a code when there is none (RFC 6750 §3.1) and
 * `invalid_request` when it came in two ways.
 */
export function readBearer(headers: Headers, formToken: string | undefined): SentToken {
  const sent = readAuthorization(headers);
  if (sent.kind === "malformed") {
    throw new AuthError("invalid_request", "Authorization header is malformed");
  }
  const inHeader = sent.kind === "bearer" || sent.kind === "dpop";
  if (inHeader && formToken !== undefined) {
    throw new AuthError("invalid_request", "more than one access token");
  }
  if (inHeader) return { scheme: sent.kind, token: sent.token };
  if (formToken !== undefined) return { scheme: "bearer", token: formToken };
  throw new AuthError("unauthenticated", "access token not found");
}

/** A token, and the scheme that it came by: a form is a bearer's way. */
export interface SentToken {
  readonly scheme: TokenScheme;
  readonly token: string;
}

export interface BearerSubject {
  readonly token: VerifiedToken;
  readonly principal: PrincipalRecord;
  /** Who the token was issued to. */
  readonly client: RegisteredClient;
}

/** Who uses a token, and what its holder should know for the next request. */
export interface Used {
  readonly subject: BearerSubject;
  readonly confirmed: Confirmed;
}

/**
 * The same for a request that uses the token: one that is bound comes with its certificate, or the proof of its key.
 * @param presented with what it came, when that is not the request of the call
 */
export const acceptBearer = (
  call: Call,
  { scheme, token: text }: SentToken,
  { certificate, proof }: Omit<Presented, "scheme"> = call,
): Ready<Used> =>
  proceed(acceptToken(call, text), (subject) =>
    proceed(confirmUse(call, subject.token, text, { scheme, certificate, proof }), (confirmed) => ({
      subject,
      confirmed,
    })),
  );

/**
 * A valid, unrevoked access token of an enabled principal and an enabled client (D13, K-10).
 * @param keep false for a look at a token that is not used
 */
export const acceptToken = (call: Call, text: string, keep = true): Ready<BearerSubject> =>
  proceed(verifyToken(call, text, "access", keep), (token) =>
    proceed(isRevokedInMemory(call, token) ?? isRevoked(call, token), (revoked) => {
      if (revoked) throw new AuthError("invalid_token", "token revoked");
      return proceed(!keep || useSignIn(call, token), (goesOn) => {
        if (!goesOn) throw new AuthError("invalid_token", "the sign-in has ended");
        return subjectOf(call, token);
      });
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
