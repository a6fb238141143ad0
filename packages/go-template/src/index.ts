/** The public names of the package. */
export type { TemplateLimits } from "./budget.ts";
export { escapeHtml } from "./escaping.ts";
export { FUNCTION_NAMES } from "./functions.ts";
export type { MissingKey } from "./run.ts";
export { parseTemplate, type Template, type TemplateOptions } from "./template.ts";
export { TemplateError, type TemplateErrorKind } from "./template-error.ts";
export { utf8Length } from "./utf8.ts";
export { TemplateRecord } from "./value.ts";
