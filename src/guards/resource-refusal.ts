/** Refusals of a resource server: the challenge, and the same as JSON (RFC 6750 §3; wire 7.2, 7.3). */
import { AuthError } from "../errors.ts";
import type { Logger } from "../runtime.ts";
import { challenge, RESOURCE_CORS } from "../session/protected-resource.ts";

export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly description: string;
  /** RFC 6750 §3.1: a request without any credential is told no error. */
  readonly bare?: boolean;
}

export interface ChallengePlace {
  /** Where the metadata is; absent when the host of the request is not usable. */
  readonly metadataUrl?: string | undefined;
  /** What a token needs, so that a client can ask for all of it at once. */
  readonly scope: string;
}

export function refusalAnswer(refusal: Refusal, { metadataUrl, scope }: ChallengePlace): Response {
  const { status, error, description, bare } = refusal;
  const header = challenge({
    metadataUrl,
    ...(!bare && { error, error_description: description }),
    ...((status === 401 || status === 403) && { scope }),
  });
  return new Response(JSON.stringify({ error, error_description: description }), {
    status,
    headers: {
      ...RESOURCE_CORS,
      "Content-Type": "application/json; charset=UTF-8",
      "Cache-Control": "no-store",
      ...(status < 500 && { "WWW-Authenticate": header }),
      ...(status === 503 && { "Retry-After": "2" }),
    },
  });
}

const CODE: Partial<Record<AuthError["code"], string>> = {
  unavailable: "temporarily_unavailable",
};

/** What a caller may see of a failure; everything else goes to the log. */
export function refusalOf(cause: unknown, log: Logger): Refusal {
  if (!(cause instanceof AuthError)) {
    log.error("a token could not be checked", { error: cause });
    return { status: 500, error: "server_error", description: "the token could not be checked" };
  }
  const { status, code, message } = cause;
  if (status >= 500) log.error("a token could not be checked", { error: cause });
  return { status, error: CODE[code] ?? code, description: message };
}
