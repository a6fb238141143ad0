/** Metadata that an administrator writes into a record: refused at once where no sign-in could use it (S-9, I-8). */
import type { Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { messageAt } from "../../messages/message.ts";
import { capability } from "../../runtime/capability.ts";
import { SamlFault } from "./fault.ts";
import { readIdentityProvider } from "./identity-provider.ts";

/** @param config as sent; whether its members are of the right type is looked at elsewhere */
export async function acceptMetadata({ runtime }: Service, config: unknown): Promise<void> {
  const { metadata_xml: document, provider_entity_id: wanted } = Object(config) as {
    readonly metadata_xml?: unknown;
    readonly provider_entity_id?: unknown;
  };
  if (typeof document !== "string" || document === "" || !runtime.xml) return;
  try {
    const entity = typeof wanted === "string" ? wanted.trim() : "";
    await readIdentityProvider(capability(runtime, "xml"), document, entity);
  } catch (cause) {
    if (!(cause instanceof SamlFault)) throw cause;
    const said = messageAt("metadata_xml", cause.said);
    throw new AuthError("invalid_request", "cannot decode config", {
      ...{ detail: said.text, messages: [said], cause },
    });
  }
}
