/** What is wrong with a document, place by place. */
import { AuthError } from "../errors.ts";
import { textsOf } from "../messages/message.ts";
import { type Fault, faultMessage } from "../settings/document/faults.ts";

/** More faults than this are not worth reading. */
export const MAX_FAULTS = 20;

const ROOT = "the document";

/** A refusal that knows the places, for readers who have the text. */
export class DocumentError extends AuthError {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    const told = faults.slice(0, MAX_FAULTS);
    const messages = told.map((fault) => faultMessage(fault, ROOT));
    super("invalid_request", "cannot apply the configuration", {
      detail: textsOf(messages).join("; "),
      messages,
    });
    this.faults = told;
  }
}

/** A refusal of the rules that the API has, too, as the fault of one record. */
export function faultOf(path: readonly string[], refusal: AuthError): Fault {
  const text = refusal.detail ?? refusal.message;
  return { path, reason: text.replace(/^details\.password: /, "") };
}
