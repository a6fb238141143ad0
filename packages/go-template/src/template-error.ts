/** The one error of the template engine; messages are those of Go's text/template. */

/** `parse`: no template; `execute`: failed on this data; `limit`: reached a bound. */
export type TemplateErrorKind = "parse" | "execute" | "limit";

export class TemplateError extends Error {
  readonly kind: TemplateErrorKind;

  constructor(kind: TemplateErrorKind, message: string) {
    super(message);
    this.name = "TemplateError";
    this.kind = kind;
  }
}
