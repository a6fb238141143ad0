/** Which types a webhook may ask for: those that there are. */
import { isEventFilter } from "../audit/event-types.ts";
import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { message, messageAt } from "../messages/message.ts";

/** @param config as it was sent; what is no list is left to the schema */
export async function acceptTypes(_service: Service, config: unknown): Promise<void> {
  const { types } = (config ?? {}) as { readonly types?: unknown };
  if (!Array.isArray(types)) return;
  const unknown = types.find((one) => typeof one === "string" && !isEventFilter(one.trim()));
  if (unknown === undefined) return;
  const said = messageAt("types", message("fault.event_type"));
  throw new AuthError("invalid_request", "cannot decode config", {
    detail: said.text,
    messages: [said],
  });
}
