/** What is wrong with a document, place by place. */
import { AuthError, type Sentence } from "../errors.ts";
import { type Message, messageBecause, messageOf, textsOf } from "../messages/message.ts";
import { type Fault, faultMessage } from "../settings/document/faults.ts";

/** More faults than this are not worth reading. */
export const MAX_FAULTS = 20;

/** `path: reason`, also of the document as a whole. */
export const placedMessage = (fault: Fault): Message =>
  fault.path.length === 0
    ? messageBecause("fault.document.whole", {}, messageOf(fault.reason))
    : faultMessage(fault, "");

/** A refusal that knows the places, for readers who have the text. */
export class DocumentError extends AuthError {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    const told = faults.slice(0, MAX_FAULTS);
    const messages = told.map(placedMessage);
    super("invalid_request", "cannot apply the configuration", {
      detail: textsOf(messages).join("; "),
      messages,
    });
    this.faults = told;
  }
}

/** The document has the password at a place of its own. */
const PASSWORD = "details.password";

function reasonOf({ at, ...said }: Sentence): Message {
  if (at !== PASSWORD) return { ...said, ...(at !== undefined && { at }) } as Message;
  return { ...said, text: said.text.slice(`${PASSWORD}: `.length) } as Message;
}

/** A refusal of the rules that the API has, too, as faults of one record. */
export function faultsOf(path: readonly string[], refusal: AuthError): Fault[] {
  const text = refusal.detail ?? refusal.message;
  const said = refusal.messages ?? [];
  // Sentences that say less than the text would leave something out.
  if (said.map((one) => one.text).join("; ") !== text) {
    return [{ path, reason: text.replace(`${PASSWORD}: `, "") }];
  }
  return said.map((one) => ({ path, reason: reasonOf(one) }));
}
