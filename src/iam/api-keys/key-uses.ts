/** When API keys were last used. */
import { partOf } from "../../call.ts";
import { LastUses } from "../../store/last-uses.ts";
import { apiKeys } from "../../store/tables.ts";

/** The one of this service. */
export const keyUses = partOf(
  (service) => new LastUses(service, apiKeys, "the last use of API keys could not be noted"),
);
