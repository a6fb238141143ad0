/** RFC 7009: a client gives up its own tokens; those of others are left alone. */
import type { Call } from "../call.ts";
import type { Client } from "../tokens/client.ts";
import { revokeAccessToken, revokeSession } from "../tokens/revocation.ts";
import { recognise } from "./introspection.ts";

/** A refresh token ends its whole family, an access token only itself. Unknown tokens are no error (§2.2). */
export async function revokeToken(call: Call, client: Client, text: string): Promise<void> {
  const recognised = await recognise(call, text);
  if (!recognised || recognised.token.azp !== client.id) return;
  const { kind, token } = recognised;
  if (kind === "access") return revokeAccessToken(call, token);
  await revokeSession(call, token, { sub: token.sub, azp: token.azp, typ: "Refresh" });
}
