/** `custom_info` namespace: named sets of claim templates for userinfo (auth-wire 5.6). */
import { z } from "zod";
import { flag } from "../fields/field.ts";
import { namedMap } from "../fields/named-map.ts";
import { claimTemplate } from "../fields/template-field.ts";
import { namespace } from "../kind.ts";

const set = z.object({
  claims: namedMap(claimTemplate()).meta({
    title: "Claims",
    description: "A template for each claim; an empty result removes the claim.",
  }),
});

const schema = z
  .object({
    disabled: flag().meta({ title: "Disabled" }),
    sets: namedMap(set).meta({ title: "Sets" }),
  })
  .meta({ id: "CustomInfoSettings", title: "Custom userinfo" });

export const custom_info = namespace({
  schema,
  example: {
    sets: { forum: { claims: { nickname: "{{ .user.Details.uid }}", locale: "en" } } },
  },
});
