/** `cache` namespace: following of changes, the store of one-time codes, and how long events and the audit log are kept. */

import { z } from "zod";
import { message } from "../../messages/message.ts";
import { codeStore, codeStoreFaults } from "../fields/code-store.ts";
import { duration, MAX_TIMER } from "../fields/duration-field.ts";
import { addFault } from "../fields/field.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({
    poll_interval: duration("5s", { least: "10ms", most: MAX_TIMER }).meta({
      title: "Poll interval",
      description: "How often an instance looks for changes that it was not notified of.",
    }),
    event_retention: duration("2160h", { least: "0s" }).meta({
      title: "Event retention",
      description: "Older events are deleted; 0 keeps them forever.",
    }),
    audit_retention: duration("2160h", { least: "0s" }).meta({
      title: "Audit retention",
      description:
        "Older entries of the audit log are deleted; 0 keeps them forever. They contain network addresses and names of people.",
    }),
    code_store: codeStore().meta({
      title: "Code store",
      description: "Holds codes, challenges, pending consents and revoked token IDs.",
    }),
  })
  .superRefine((value, context) => {
    // An event deleted before every instance has read it would be lost to those instances.
    if (value.event_retention !== 0 && value.event_retention < 3_600_000) {
      addFault(context, message("fault.event_retention"), ["event_retention"]);
    }
    for (const { path, reason } of codeStoreFaults(value.code_store)) {
      addFault(context, reason, ["code_store", ...path]);
    }
  })
  .meta({ id: "CacheSettings", title: "Cache" });

export const cache = namespace({
  schema,
  example: { poll_interval: "5s", event_retention: "2160h", code_store: { active: "database" } },
  tab: { hash: "cache", group: "platform", icon: "clock" },
});
