/** `api_key` namespace: static API keys (auth-wire 6.5). */
import { z } from "zod";
import { optionalDuration } from "../fields/duration-field.ts";
import { flag } from "../fields/field.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({
    disabled: flag().meta({ title: "Disabled", description: "No API key is accepted." }),
    self_service: flag().meta({
      title: "Self-service",
      description: "Users may create keys of their own.",
    }),
    max_lifetime: optionalDuration({ least: "1s" }).meta({
      title: "Maximum lifetime",
      description: "For new and changed keys; empty means unlimited.",
    }),
  })
  .meta({ id: "ApiKeySettings", title: "API keys" });

export const api_key = namespace({
  schema,
  example: { self_service: true, max_lifetime: "2160h" },
});
