/** Whether a change of the encryption key asks something of the operator (C-2). */

import type { Service } from "../call.ts";
import { type Message, message } from "../messages/message.ts";
import { reachable } from "../store/availability.ts";
import { sealedWith } from "../store/canary.ts";

/** `elsewhere`: another instance changed it. `unset`: this one did, and its configuration has the old one. */
type KeyChange = "elsewhere" | "unset";

function changeOf({ recordKey, options }: Service, keyId = recordKey.keyId): KeyChange | undefined {
  if (keyId !== recordKey.keyId) return "elsewhere";
  return options.encryption.key !== "" && keyId !== recordKey.startedWith ? "unset" : undefined;
}

/** Asks the database. Throws `unavailable` without it. */
export const keyChange = async (service: Service): Promise<KeyChange | undefined> =>
  changeOf(service, await reachable(() => sealedWith(service.store.db)));

/** As far as this instance has heard. */
export function keyChangeWarnings(service: Service): Message[] {
  const change = changeOf(service, service.snapshots.current.sealed_with);
  return change ? [message(`encryption_key.${change}`)] : [];
}
