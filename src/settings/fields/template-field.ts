/** Go text/template texts in settings: parsed on save, mail texts also rendered (auth-wire 4.1). */

import { z } from "zod";
import { parseTemplate } from "#go-template";
import { message } from "../../messages/message.ts";
import { mailSamples } from "../mail-sample.ts";
import { optionalString, refuse } from "./field.ts";

/** A mail text; empty means the built-in one. It must render with and without a link. */
export const mailTemplate = (title: string) =>
  optionalString
    .transform((text, context) => {
      if (!text) return "";
      const fault = faultOf(text, mailSamples);
      return fault === undefined
        ? text
        : refuse(context, message("fault.template", { reason: fault }), "template");
    })
    .meta({ default: "" })
    .meta({ title, format: "template" });

/** A claim text; it is parsed but not rendered, since future claims are unknown. */
export const claimTemplate = () =>
  z
    .string()
    .transform((text, context) => {
      const fault = faultOf(text, []);
      return fault === undefined
        ? text
        : refuse(context, message("fault.template", { reason: fault }), "template");
    })
    .meta({ format: "template" });

function faultOf(text: string, samples: readonly object[]): string | undefined {
  try {
    const template = parseTemplate(text, { missingKey: "error" });
    for (const sample of samples) template.execute(sample);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : "does not parse";
  }
}
