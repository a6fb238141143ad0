/** Tokens that are of use only together with a key: that of a certificate (RFC 8705 §3), or of a proof (RFC 9449 §6). */
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import type { Ready } from "../std/ready.ts";
import type { TokenScheme } from "../web/bearer.ts";
import type { ClientCertificate } from "../web/client-certificate.ts";
import type { SentProof } from "../web/sent-proof.ts";
import type { Decision } from "./decision.ts";
import { checkProof, proofRequired } from "./dpop/proof.ts";

/** The member of `cnf` with the thumbprint of a certificate (RFC 8705 §3.1). */
const CERTIFICATE = "x5t#S256";
/** The one with the thumbprint of a key (RFC 9449 §6.1). */
const KEY = "jkt";

/**
 * The claim that binds new tokens to the certificate of the request and to the key of its proof; undefined for those
 * that every holder may use. Throws `invalid_request` when there has to be a certificate and none counts.
 */
export function bindingOf(
  call: Call,
  { client, bound, jkt }: Pick<Decision, "client" | "bound" | "jkt">,
): Readonly<Record<string, string>> | undefined {
  const key = jkt === undefined ? undefined : { [KEY]: jkt };
  if (!client.certificateBound && !bound) return key;
  try {
    return { [CERTIFICATE]: call.certificate().thumbprint, ...key };
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "invalid_client") throw error;
    const message = `the tokens are bound to a certificate: ${error.message}`;
    throw new AuthError("invalid_request", message, { facts: error.facts ?? {} });
  }
}

/** What a token is bound to. */
export interface Binding {
  /** Of a certificate (RFC 8705 §3.1). */
  readonly thumbprint?: string;
  /** Of a key (RFC 9449 §6.1). */
  readonly jkt?: string;
}

/** What a claim `cnf` names; undefined for one with another way to confirm a token, or with none. */
export function confirmedBy(cnf: unknown): Binding | undefined {
  if (typeof cnf !== "object" || cnf === null) return undefined;
  const { [CERTIFICATE]: thumbprint, [KEY]: jkt, ...others } = cnf as Record<string, unknown>;
  const named = [thumbprint, jkt].filter((value) => value !== undefined);
  const known = named.length > 0 && named.every((value) => typeof value === "string");
  if (!known || Object.keys(others).length > 0) return undefined;
  return {
    ...(typeof thumbprint === "string" && { thumbprint }),
    ...(typeof jkt === "string" && { jkt }),
  };
}

/**
 * Passes a token that is bound to no certificate, or to the one of this request. Throws `invalid_token`
 * otherwise; why there is no certificate that counts goes to the log.
 */
export function confirmHolder({ thumbprint }: Binding, certificate: () => ClientCertificate): void {
  if (thumbprint === undefined) return;
  const wrong = (cause?: AuthError) =>
    new AuthError("invalid_token", "the token is bound to another client certificate", {
      ...(cause && { cause, facts: { ...cause.facts, reason: cause.message } }),
    });
  let presented: ClientCertificate;
  try {
    presented = certificate();
  } catch (error) {
    throw error instanceof AuthError && error.code === "invalid_client" ? wrong(error) : error;
  }
  if (presented.thumbprint !== thumbprint) throw wrong();
}

/** How an access token came: by which scheme, and with what beside it. */
export interface Presented {
  readonly scheme: TokenScheme;
  readonly certificate: () => ClientCertificate;
  readonly proof: () => SentProof | undefined;
}

/** The token was used by its holder. */
export interface Confirmed {
  /** For the client's next proof. */
  readonly nonce?: string | undefined;
}

const FREE: Readonly<Confirmed> = {};

/**
 * The one rule for every place that accepts an access token: what is bound is of use to its holder alone, and a token
 * comes by the scheme that it was made for (RFC 9449 §7.1, §7.2). Throws `invalid_token`, `invalid_dpop_proof` and
 * `use_dpop_nonce`.
 */
export function confirmUse(
  call: Call,
  token: Binding,
  text: string,
  { scheme, certificate, proof }: Presented,
): Ready<Confirmed> {
  confirmHolder(token, certificate);
  if (token.jkt !== undefined) return confirmKey(call, token.jkt, text, scheme, proof());
  if (scheme === "bearer") return FREE;
  throw new AuthError("invalid_token", "the token is bound to no key: it is a bearer token");
}

async function confirmKey(
  call: Call,
  jkt: string,
  token: string,
  scheme: TokenScheme,
  sent: SentProof | undefined,
): Promise<Confirmed> {
  if (scheme !== "dpop") {
    const message = "the token is bound to a key: it comes with the scheme DPoP and a proof";
    throw new AuthError("invalid_token", message, { dpop: {} });
  }
  if (!sent) throw proofRequired(401);
  const { nonce, use } = await checkProof(call, sent, { status: 401, counted: jkt, token, jkt });
  await use();
  return { nonce };
}
