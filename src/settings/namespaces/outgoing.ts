/** `outgoing` namespace: whether the service sends by itself, or is a copy that keeps still (ADR 0117). */
import { z } from "zod";
import { flag } from "../fields/field.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({
    held: flag(false).meta({
      title: "Hold what the service sends by itself",
      description:
        "For a copy of a service. Held until this is off: events for webhooks, sign-outs to applications, emails of invitations that wait, and the sync of the directory. People are not told by email of changes to their accounts. What a person asks for is sent. Webhooks that a restore has paused are then resumed one by one.",
    }),
  })
  .meta({ id: "OutgoingSettings", title: "Copy of a service" });

export const outgoing = namespace({
  schema,
  example: { held: true },
  tab: { hash: "outgoing", group: "platform", icon: "copy" },
});
