/**
 * What a client asks of a sign-in, as the provider is asked for it in turn, and what the provider's own word for a level
 * means here (OpenID Connect Core §3.1.2.1, §5.5.1.1; ADR 0047). The record says which of it is passed on; what comes
 * back is held against the request by the caller.
 */
import { reachedLevel } from "../../identity/levels.ts";
import type { FederatedRequest } from "../../oauth2/federated-request.ts";
import { bounded, single } from "../../oauth2/parameters.ts";
import type { IdTokenClaims } from "../../relying-party/id-token.ts";
import type { Upstream } from "./provider.ts";

/** The provider's words for the levels that are asked for, the most wanted first. */
function levelsThere({ config }: Upstream, wanted: readonly string[]): readonly string[] {
  const there = Object.entries(config.acr_map).flatMap(([name, acr]) => {
    const reached = reachedLevel({ acr_values: wanted }, { acr });
    return reached === undefined ? [] : [{ name, rank: wanted.indexOf(reached) }];
  });
  return there.toSorted((a, b) => a.rank - b.rank).map(({ name }) => name);
}

/** A demand is an essential claim where the provider reads such, else it is put as a wish: never as both (§5.5.1.1). */
function askedLevels(
  upstream: Upstream,
  { required_acr, acr_values = [] }: FederatedRequest,
): { readonly acr_values?: string; readonly acr?: object } {
  const levels = levelsThere(upstream, required_acr ?? acr_values);
  if (levels.length === 0) return {};
  if (required_acr && upstream.readsClaims) return { acr: { essential: true, values: levels } };
  return { acr_values: levels.join(" ") };
}

/** A person selects an account by signing in. */
const isAgain = (prompts: readonly string[]): boolean =>
  prompts.includes("login") || prompts.includes("select_account");

/**
 * Parameters for the provider; none for one that knows no OpenID Connect.
 * @param parameters of the client, which were read already
 */
export function askedOfProvider(
  upstream: Upstream,
  parameters: URLSearchParams,
  request: FederatedRequest,
): Readonly<Record<string, string>> {
  if (!upstream.openid) return {};
  const forwards = (name: (typeof upstream.config.forward)[number]) =>
    upstream.config.forward.includes(name);
  // Consent is asked for here.
  const prompts = (single(parameters, "prompt") ?? "").split(" ").filter(Boolean);
  const prompt = prompts.filter((one) => one !== "consent").join(" ");
  const max_age = isAgain(prompts) ? "0" : single(parameters, "max_age");
  const login_hint = bounded(parameters, "login_hint");
  const ui_locales = bounded(parameters, "ui_locales");
  const { acr, acr_values } = askedLevels(upstream, request);
  const freshness = forwards("max_age");
  const id_token = {
    ...(freshness && { auth_time: { essential: true } }),
    ...(acr && { acr }),
  };
  const claims = upstream.readsClaims && Object.keys(id_token).length > 0;
  return {
    ...(forwards("prompt") && prompt !== "" && { prompt }),
    ...(freshness && max_age !== undefined && { max_age }),
    ...(forwards("login_hint") && login_hint !== undefined && { login_hint }),
    ...(forwards("ui_locales") && ui_locales !== undefined && { ui_locales }),
    ...(acr_values !== undefined && { acr_values }),
    ...(claims && { claims: JSON.stringify({ id_token }) }),
  };
}

/** The level that the record gives the provider's own; a word that it does not name says nothing here. */
export function levelHere({ config }: Upstream, { acr }: IdTokenClaims): string | undefined {
  return typeof acr === "string" ? config.acr_map[acr] : undefined;
}
