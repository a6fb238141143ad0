/** The one place that says whether a client gets a code for a person without asking the person (G-1, I-5; decision E-10). */
import type { Call } from "../call.ts";
import type { RegisteredClient } from "./clients/registered-client.ts";
import { isFirstPartyClient } from "./first-party.ts";

/**
 * How a client comes to a code. `authorize`: the person opens the consent page. `federated`: a provider elsewhere
 * has vouched for the person. `session`: the login page of a person who is signed in; `named` there says that its
 * configuration names the client as its own.
 */
export type WayToCode = "authorize" | "federated" | "session" | "named session";

/** A client that an administrator made, and that proves itself with a secret or a certificate. */
const isMadeConfidential = ({ public: open, dynamic, document, account }: RegisteredClient) =>
  !open && !dynamic && !document && !account;

const RULES = {
  authorize: (_call, { skipConsent }) => skipConsent,
  federated: (call, client) =>
    client.skipConsent ||
    isFirstPartyClient(call, client) ||
    (isMadeConfidential(client) && !call.snapshot.settings.authorize.federated_consent),
  session: isFirstPartyClient,
  // The name in a configuration says nothing of a client that registered itself under it.
  "named session": (_call, { dynamic, document }) => !dynamic && !document,
} as const satisfies Record<WayToCode, (call: Call, client: RegisteredClient) => boolean>;

/** False: the person is asked, or the client is refused. */
export const isUnasked = (call: Call, client: RegisteredClient, way: WayToCode): boolean =>
  RULES[way](call, client);
