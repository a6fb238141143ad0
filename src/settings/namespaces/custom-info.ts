/** `custom_info` namespace: named sets of claim templates for userinfo (auth-wire 5.6). */
import { z } from "zod";
import { flag } from "../fields/field.ts";
import { namedMap } from "../fields/named-map.ts";
import { claimTemplate } from "../fields/template-field.ts";

const set = z.object({
  claims: namedMap(claimTemplate()).meta({
    title: "Claims",
    description: "Template by claim; an empty result removes the claim.",
  }),
});

export const custom_info = z
  .object({
    disabled: flag().meta({ title: "Disabled" }),
    sets: namedMap(set).meta({ title: "Sets" }),
  })
  .meta({ id: "CustomInfoSettings", title: "Custom userinfo" });
