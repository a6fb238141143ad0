/** What the client proves itself with at the token endpoint (RFC 6749 §2.3.1; RFC 7523 for Apple). */
import { importPKCS8, SignJWT } from "jose";
import type { Service } from "../../call.ts";
import { message } from "../../messages/message.ts";
import type { OAuthProviderConfig } from "../../settings/records/oauth-provider.ts";
import { UnusableProvider } from "./provider.ts";

const APPLE = "https://appleid.apple.com";
/** Seconds that a secret made here is valid for: one request. */
const LIFETIME_SECONDS = 300;

/**
 * The secret as it is; for Apple with a team and a key, a secret signed with the private key of the record.
 * Throws `server_error` for a key that does not parse.
 */
export async function clientSecret(
  { runtime }: Pick<Service, "runtime">,
  id: string,
  { preset, client_id, client_secret, team_id, key_id }: OAuthProviderConfig,
): Promise<string> {
  if (preset !== "apple" || team_id === "" || !client_secret.includes("PRIVATE KEY")) {
    return client_secret;
  }
  const at = Math.floor(runtime.clock.now() / 1_000);
  try {
    const key = await importPKCS8(client_secret.trim(), "ES256");
    return await new SignJWT({})
      .setProtectedHeader({ alg: "ES256", kid: key_id })
      .setIssuer(team_id)
      .setSubject(client_id)
      .setAudience(APPLE)
      .setIssuedAt(at)
      .setExpirationTime(at + LIFETIME_SECONDS)
      .sign(key);
  } catch (cause) {
    throw new UnusableProvider(id, message("upstream.secret_no_key"), cause);
  }
}
