/** Renders a template for a test and tells an error by its kind. */

import type { TemplateLimits } from "../src/budget.ts";
import { parseTemplate, type TemplateOptions } from "../src/template.ts";
import { TemplateError } from "../src/template-error.ts";

/** The output, or `kind: message` of the error. */
export function attempt(
  text: string,
  data: unknown = {},
  limits: TemplateLimits = {},
  options: TemplateOptions = {},
): string {
  try {
    return parseTemplate(text, { name: "x", ...options }).execute(data, limits);
  } catch (error) {
    if (error instanceof TemplateError) return `${error.kind}: ${error.message}`;
    throw error;
  }
}

/** Limits whose clock stands still, so that only steps count. */
export const stopped: TemplateLimits = { clock: () => 0 };
