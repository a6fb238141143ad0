/** Whether the metadata of a record that was just saved can be read (S-9). */
import type { Call } from "../../call.ts";
import { type Message, message } from "../../messages/message.ts";
import { askForMetadata } from "./metadata-source.ts";

/** Asks the address of an enabled record once, whatever is kept of it; a document in the record was read before. */
export async function metadataWarnings(call: Call, id: string): Promise<readonly Message[]> {
  // What the call sees is from before the write.
  const record = call.service.snapshots.current.saml_providers.get(id);
  const { enabled = false, config } = record ?? {};
  if (!enabled || !config || config.metadata_xml !== "") return [];
  try {
    await askForMetadata(call, { id, config });
    return [];
  } catch (error) {
    // The record is saved: nothing that goes wrong here may answer otherwise.
    const reason = error instanceof Error ? error.message : String(error);
    return [message("saml_provider.unreadable", { id, reason: reason.slice(0, 300) })];
  }
}
