/** Whether the metadata of a record that was just saved can be read (S-9). */
import type { Call } from "../../call.ts";
import { type Sentence, UnfetchableUrl } from "../../errors.ts";
import { type Message, messageBecause, plain } from "../../messages/message.ts";
import { SamlFault } from "./fault.ts";
import { askForMetadata } from "./metadata-source.ts";

function reasonOf(error: unknown): Sentence {
  if (error instanceof SamlFault || error instanceof UnfetchableUrl) return error.said;
  return plain((error instanceof Error ? error.message : String(error)).slice(0, 300));
}

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
    return [messageBecause("saml_provider.unreadable", { id }, reasonOf(error))];
  }
}
