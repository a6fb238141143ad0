/** Tokens that are of use only together with a certificate (RFC 8705 §3). */
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import type { ClientCertificate } from "../web/client-certificate.ts";
import type { Decision } from "./decision.ts";

/** The member of `cnf` with the thumbprint (§3.1). */
const MEMBER = "x5t#S256";

/**
 * The claim that binds new tokens to the certificate of the request; undefined for those that every holder may
 * use. Throws `invalid_request` when there has to be a certificate and none counts.
 */
export function bindingOf(
  call: Call,
  { client, bound }: Pick<Decision, "client" | "bound">,
): Readonly<Record<string, string>> | undefined {
  if (!client.certificateBound && !bound) return undefined;
  try {
    return { [MEMBER]: call.certificate().thumbprint };
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "invalid_client") throw error;
    const message = `the tokens are bound to a certificate: ${error.message}`;
    throw new AuthError("invalid_request", message, { facts: error.facts ?? {} });
  }
}

/** The thumbprint in a claim `cnf`; undefined for another way to confirm a token. */
export function confirmedThumbprint(cnf: unknown): string | undefined {
  if (typeof cnf !== "object" || cnf === null || !Object.hasOwn(cnf, MEMBER)) return undefined;
  const thumbprint: unknown = Reflect.get(cnf, MEMBER);
  return typeof thumbprint === "string" && Object.keys(cnf).length === 1 ? thumbprint : undefined;
}

/**
 * Passes a token that is bound to no certificate, or to the one of this request. Throws `invalid_token`
 * otherwise; why there is no certificate that counts goes to the log.
 */
export function confirmHolder(
  { thumbprint }: { readonly thumbprint?: string | undefined },
  certificate: () => ClientCertificate,
): void {
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
