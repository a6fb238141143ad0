/** The one way to make and issue an authorization code, after every kind of decision (RFC 6749 §4.1.2; K-3, O4). */
import { type Authentication, authenticationOf } from "../identity.ts";
import { durationOf } from "../std/duration.ts";
import { encodeHex } from "../std/hex.ts";
import type { CodeStore } from "./code-store.ts";
import type { CodePayload } from "./kinds.ts";

const LIFETIME = durationOf(60_000);

type Random = (bytes: number) => Uint8Array;
type Payload = CodePayload<"oauth_code">;

/** What a client asked for, as far as its code is bound to it (K-3). */
export interface CodeRequest {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly scope: readonly string[];
  readonly resources?: readonly string[];
  readonly nonce?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
  readonly dpop_jkt?: string | undefined;
}

/** Whose code it is; an alias alone is looked up when the code is redeemed. */
export type CodeSubject = Pick<
  Payload,
  "alias" | "user_id" | "sid" | "sign_in" | "provider" | "remember_me"
>;

export interface CodeGrant {
  readonly request: CodeRequest;
  readonly subject: CodeSubject;
  /** When and how the person authenticated. */
  readonly authentication: Authentication;
  /** Standard claims that the client asked for one by one, as far as the person has them. */
  readonly claims?: { readonly [K in "id_token" | "userinfo"]: readonly string[] } | undefined;
}

/** Members that are not there are left out: stores hold no `undefined`. */
function payloadOf({ request, subject, authentication, claims }: CodeGrant): Payload {
  const { client_id, redirect_uri, nonce, code_challenge, code_challenge_method, dpop_jkt } =
    request;
  return {
    ...subject,
    client_id,
    redirect_uri,
    scope: [...request.scope],
    resources: [...(request.resources ?? [])],
    ...(nonce && { nonce }),
    ...(code_challenge !== undefined && { code_challenge }),
    ...(code_challenge_method !== undefined && { code_challenge_method }),
    ...(claims && { claims: { id_token: [...claims.id_token], userinfo: [...claims.userinfo] } }),
    ...(dpop_jkt !== undefined && { dpop_jkt }),
    ...authenticationOf(authentication),
  };
}

/**
 * Stores what the code stands for and answers it: 256 random bits, good once and for a minute.
 * Throws `unavailable` when the store cannot be reached.
 */
export async function issueCode(
  codes: Pick<CodeStore, "put">,
  random: Random,
  grant: CodeGrant,
): Promise<string> {
  const code = encodeHex(random(32));
  await codes.put("oauth_code", code, payloadOf(grant), LIFETIME);
  return code;
}

/** The same in exchange for a pending flow, which is used up: of parallel calls one gets a code. */
export async function issueCodeForFlow(
  codes: Pick<CodeStore, "exchange">,
  random: Random,
  flow: string,
  grant: CodeGrant,
): Promise<{ code: string; flow: CodePayload<"authorize"> } | undefined> {
  const code = encodeHex(random(32));
  const next = {
    kind: "oauth_code",
    id: code,
    payload: payloadOf(grant),
    lifetime: LIFETIME,
  } as const;
  const taken = await codes.exchange("authorize", flow, next);
  return taken && { code, flow: taken };
}
