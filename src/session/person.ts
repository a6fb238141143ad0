/**
 * The person of a session whose access token is opaque: who they are say the verified ID token, and the
 * addresses that the record names, `userinfo_url` and `introspect_url`. They are asked at the sign-in and at
 * every refresh, and what they said is kept with the session (U-2, I-6).
 */
import { AuthError } from "../errors.ts";
import type { IdTokenClaims } from "../relying-party/id-token.ts";
import { personClaims } from "../relying-party/person-claims.ts";
import type { Outgoing } from "../relying-party/provider-call.ts";
import { callIntrospection, callUserinfo } from "../relying-party/userinfo-call.ts";
import { parseWebAddress } from "../settings/fields/address-field.ts";
import type { ProviderOAuth2 } from "../settings/records/session-provider.ts";
import type { JsonObject } from "../std/json-object.ts";
import type { SessionPerson } from "./session-record.ts";

/** Characters of the claims that are kept with a session. */
const MAX_CLAIMS_LENGTH = 16_384;

const invalidToken = (text: string) => new AuthError("invalid_token", text);

const address = (text: string | undefined): string | undefined =>
  text && parseWebAddress(text) ? text : undefined;

/** Whether a provider can be asked whose an opaque token is. */
export const asksPersons = ({ userinfo_url, introspect_url }: ProviderOAuth2): boolean =>
  Boolean(address(userinfo_url) || address(introspect_url));

/** The same, or its ID token said so at the sign-in. */
export const provesPersons = (oauth2: ProviderOAuth2): boolean =>
  Boolean(oauth2.cert_url) || asksPersons(oauth2);

/** RFC 7662 §2.2: an active token of our client. */
async function introspected(
  outgoing: Outgoing,
  url: string,
  oauth2: ProviderOAuth2,
  token: string,
): Promise<JsonObject> {
  const { active, ...claims } = await callIntrospection(outgoing, url, oauth2, token);
  if (active !== true) throw invalidToken("the access token is not active");
  const { client_id } = claims;
  if (client_id !== undefined && client_id !== oauth2.client_id && !oauth2.any_audience) {
    throw invalidToken("token was issued for another client");
  }
  return claims;
}

/** What we asked for ourselves with our code or refresh token; every answer names the same subject. */
function oneSubject(answers: readonly JsonObject[], expected: string | undefined): string {
  const named = answers.flatMap(({ sub }) => (sub === undefined ? [] : [sub]));
  const [first = expected] = named;
  if (typeof first !== "string" || first === "") throw invalidToken("no answer names a subject");
  if (![...named, expected ?? first].every((sub) => sub === first)) {
    throw invalidToken("the answers are of another subject");
  }
  return first;
}

/**
 * Throws `invalid_token` when nothing names the subject, or something another one; `server_error` when the
 * provider does not answer.
 * @param idToken verified; undefined when there is none
 * @param sub the subject so far
 */
export async function provePerson(
  outgoing: Outgoing,
  oauth2: ProviderOAuth2,
  access_token: string,
  idToken: IdTokenClaims | undefined,
  sub: string | undefined,
): Promise<SessionPerson | undefined> {
  const introspection = address(oauth2.introspect_url);
  const userinfo = address(oauth2.userinfo_url);
  const answers = [
    ...(introspection ? [await introspected(outgoing, introspection, oauth2, access_token)] : []),
    ...(userinfo ? [await callUserinfo(outgoing, userinfo, access_token)] : []),
    ...(idToken ? [idToken] : []),
  ];
  // A refresh need not bring an ID token; what was said before stays then.
  if (answers.length === 0 && sub !== undefined) return undefined;
  const claims = { ...personClaims(...answers), sub: oneSubject(answers, sub) };
  if (JSON.stringify(claims).length > MAX_CLAIMS_LENGTH)
    throw invalidToken("the claims are too many");
  return { client_id: oauth2.client_id, claims };
}
