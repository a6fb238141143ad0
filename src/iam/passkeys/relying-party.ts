/** Which relying party a browser is talking to: the profile of its origin (auth-wire 6.6; I-9). */
import type { Call } from "../../call.ts";
import type { Settings } from "../../settings/index.ts";

type PasskeySettings = Settings["passkey"];

export interface RelyingParty {
  /** RP ID (WebAuthn §5.1.3): a domain, in lower case. */
  readonly id: string;
  readonly name: string;
  /** Origins that a browser may report, exactly as it writes them. */
  readonly origins: readonly string[];
  /** The profile of the root fields, to which credentials without RP ID belong. */
  readonly root: boolean;
  readonly user_verification: PasskeySettings["user_verification"];
}

const PRODUCT = "Postern";

/**
 * The registrable domain of a host. A public suffix by private agreement counts, too, because browsers
 * refuse such a suffix as RP ID. An IP address, a single label and a suffix itself stay as they are.
 */
async function registrableDomain(host: string): Promise<string> {
  const { getDomain } = await import("tldts");
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

/** The relying party of this call. Throws as `call.pageOrigin` does. */
export async function relyingPartyOf(call: Call): Promise<RelyingParty> {
  const { passkey } = call.snapshot.settings;
  const origin = call.pageOrigin();
  const { user_verification } = passkey;
  const site = passkey.sites.find(({ origins }) => origins.includes(origin));
  if (site) {
    const { rp_id: id, rp_display_name, origins } = site;
    return { id, name: rp_display_name || PRODUCT, origins, root: false, user_verification };
  }
  return {
    id: passkey.rp_id || (await registrableDomain(new URL(origin).hostname)),
    name: passkey.rp_display_name || PRODUCT,
    origins: passkey.origins.length > 0 ? passkey.origins : [origin],
    root: true,
    user_verification,
  };
}

/** Whether a stored credential belongs to this relying party; those without RP ID are the root's. */
export const belongsTo = ({ id, root }: RelyingParty, rp_id: string): boolean =>
  rp_id === id || (root && rp_id === "");

/**
 * Origins outside of the domain that may use its passkeys (WebAuthn §5.11, related origin requests), for the
 * document at `https://{host}/.well-known/webauthn`; undefined where there are none.
 * @param host where the document was asked for
 */
export function relatedOrigins(
  { rp_id, origins, disabled }: PasskeySettings,
  host: string,
): readonly string[] | undefined {
  if (disabled || rp_id === "" || host !== rp_id) return undefined;
  const web = origins.filter((origin) => origin.startsWith("https:"));
  const isOutside = (origin: string) => {
    const { hostname } = new URL(origin);
    return hostname !== rp_id && !hostname.endsWith(`.${rp_id}`);
  };
  return web.some(isOutside) ? web : undefined;
}
