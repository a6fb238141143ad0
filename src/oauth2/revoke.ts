/** RFC 7009: a client gives up its own tokens; those of others are left alone. */
import type { Call } from "../call.ts";
import type { Client } from "../tokens/client.ts";
import { revokeAccessToken, revokeSession, wasGivenUp } from "../tokens/revocation.ts";
import { withinAMinute } from "../tokens/within-a-minute.ts";
import { type Recognised, recognise } from "./introspection.ts";

/** A refresh token ends its whole family, an access token only itself. Unknown tokens are no error (§2.2). */
export async function revokeToken(call: Call, client: Client, text: string): Promise<void> {
  const recognised = await recognise(call, text);
  if (recognised?.token.azp !== client.id) return;
  if (wasGivenUp(call, recognised.kind, recognised.token)) return;
  const most = call.snapshot.settings.token.revocations_per_minute;
  withinAMinute(call, "revocations", client.id, most);
  await revoke(call, recognised);
}

/**
 * For a session of this process that gives its token up: holding it is proof enough. A refresh token ends the sign-in of its
 * browser, as its person signs out there.
 */
export async function revokeOwnToken(call: Call, text: string): Promise<void> {
  const recognised = await recognise(call, text);
  if (!recognised) return;
  const { sign_in, session_exp, sub } = recognised.token;
  if (recognised.kind === "refresh" && sign_in !== undefined) {
    await revokeSession(call, { sid: sign_in, session_exp }, { sub });
  }
  await revoke(call, recognised);
}

async function revoke(call: Call, { kind, token }: Recognised): Promise<void> {
  if (kind === "access") return revokeAccessToken(call, token);
  await revokeSession(call, token, { sub: token.sub, azp: token.azp, typ: "Refresh" });
}
