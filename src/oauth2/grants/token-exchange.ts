/**
 * RFC 8693, narrowing only (specification, token rule 6; X-1): a confidential client trades a person's access
 * token for one of its own that reaches no further and ends no later.
 */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import type { NumericDate } from "../../std/duration.ts";
import { isUrlBelow } from "../../std/url-below.ts";
import { OFFLINE_ACCESS } from "../../tokens/claims.ts";
import type { Client } from "../../tokens/client.ts";
import { acceptToken } from "../bearer.ts";
import { exchangedFor, resourcesOf } from "../first-party.ts";
import { requireSameKey } from "../key-binding.ts";
import { allowResources, readResources } from "../resource.ts";
import { narrowScope, stillAllowed, withoutOffline } from "../scope.ts";
import { defineGrant } from "./grant.ts";
import { parameter, resources } from "./parameters.ts";
import { presentedToken } from "./presented-token.ts";

const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
/** RFC 8693 §3: our access tokens are JWTs, so both names are right. */
const TYPES: readonly string[] = [ACCESS_TOKEN, "urn:ietf:params:oauth:token-type:jwt"];
const MAX_AUDIENCES = 20;

const invalid = (message: string) => new AuthError("invalid_request", message);
const invalidTarget = () => new AuthError("invalid_target", "requested audience not allowed");

interface Form {
  readonly subject_token?: string | undefined;
  readonly subject_token_type?: string | undefined;
  readonly requested_token_type?: string | undefined;
  readonly actor_token?: string | undefined;
  readonly actor_token_type?: string | undefined;
}

/** The subject token of a request that asks for nothing that there is not (RFC 8693 §2.1). */
function subjectTokenOf(form: Form): string {
  if (!form.subject_token) throw invalid("subject_token is required");
  if (!form.subject_token_type) throw invalid("subject_token_type is required");
  if (!TYPES.includes(form.subject_token_type)) throw invalid("subject_token_type not supported");
  if (form.actor_token !== undefined || form.actor_token_type !== undefined) {
    throw invalid("actor_token not supported");
  }
  if (form.requested_token_type !== undefined && !TYPES.includes(form.requested_token_type)) {
    throw invalid("requested_token_type not supported");
  }
  return form.subject_token;
}

/**
 * The audiences of the new token: those of the subject token, or fewer. A client whose record lists
 * `exchange_audiences` may ask for these and no others, whatever the subject token names: so a gateway gets a
 * token for the service behind it.
 */
function narrowAudiences(
  requester: Client,
  granted: readonly string[],
  form: { readonly resource: readonly string[]; readonly audience: readonly string[] },
): readonly string[] {
  const targets = [...new Set([...readResources(form.resource), ...form.audience])];
  if (targets.length === 0) return granted;
  if (targets.length > MAX_AUDIENCES) throw new AuthError("invalid_target", "too many audiences");
  const { exchangeAudiences: own = [] } = requester;
  if (own.length > 0) {
    const listed = (name: string) => own.some((entry) => name === entry || isUrlBelow(name, entry));
    if (!targets.every(listed)) throw invalidTarget();
    return targets;
  }
  if (granted.length > 0) {
    if (!targets.every((name) => granted.includes(name))) throw invalidTarget();
    return targets;
  }
  // Naming a resource narrows a token that names none; a name that is no resource needs the list.
  if (form.audience.length > 0) throw invalidTarget();
  return allowResources(requester, targets);
}

export const tokenExchange = defineGrant({
  type: "urn:ietf:params:oauth:grant-type:token-exchange",
  issuedTokenType: ACCESS_TOKEN,
  form: z.object({
    subject_token: parameter,
    subject_token_type: parameter,
    requested_token_type: parameter,
    actor_token: parameter,
    actor_token_type: parameter,
    scope: parameter,
    resource: resources,
    audience: z
      .array(z.string().max(2_048))
      .default([])
      .meta({ description: "RFC 8693, repeatable: services that the new token is for" }),
  }),
  clientAuth: "confidential",
  enabled: (call) => !call.snapshot.settings.token_exchange.disabled,
  disabledMessage: "token exchange is disabled",

  async decide(call, requester, form, key) {
    if (requester.dynamic) {
      throw new AuthError("unauthorized_client", "the client may not use this grant type");
    }
    const text = subjectTokenOf(form);
    const subject = await presentedToken(() => acceptToken(call, text));
    const { token, principal } = subject;
    // A key is proven by its holder alone, so who only saw the token cannot trade it; and it stays bound.
    requireSameKey(token.jkt, key);
    return {
      subject: principal,
      client: requester,
      scope: withoutOffline(narrowScope(stillAllowed(requester, token.scope), form.scope)),
      resources: narrowAudiences(requester, resourcesOf(call, token), form),
      refresh: "none",
      pairwise_sub: token.pairwise_sub,
      proof: exchangedFor(call, subject),
      // What was bound stays bound: from now on to the certificate of the client that trades it (RFC 8705 §3).
      bound: token.thumbprint !== undefined,
      session: {
        sid: token.sid,
        sign_in: token.scope.includes(OFFLINE_ACCESS) ? undefined : token.sign_in,
        auth_time: token.auth_time,
        amr: token.amr,
        acr: token.acr,
        // The new token ends with the one that it came from.
        session_exp: token.exp as NumericDate,
        remember_me: false,
      },
    };
  },
});
