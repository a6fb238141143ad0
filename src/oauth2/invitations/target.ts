/** Where an invited person goes on to: a registered target of a client, asked again when they go (decision E-11). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { enabledClient } from "../clients/find.ts";
import { isRegisteredTarget } from "../clients/mail-link.ts";
import type { Landing } from "./request.ts";

/** Undefined where none was chosen, and where it is registered no more. */
export async function landingOf(
  call: Call,
  client_id: string,
  redirect_uri: string,
): Promise<Landing | undefined> {
  if (client_id === "" || redirect_uri === "") return undefined;
  const client = await enabledClient(call, client_id);
  if (!client || client.dynamic || !isRegisteredTarget(client, redirect_uri)) return undefined;
  return { href: redirect_uri, name: client.name || client.id };
}

/** Throws `invalid_request` for a target that is not registered with its client, or chose itself (G-1). */
export async function requireLanding(
  call: Call,
  client_id: string,
  redirect_uri: string,
): Promise<void> {
  if (client_id === "" && redirect_uri === "") return;
  if (await landingOf(call, client_id, redirect_uri)) return;
  throw new AuthError("invalid_request", "cannot invite", {
    detail: "redirect_uri: must be registered with client_id, by an administrator",
  });
}
