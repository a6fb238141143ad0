/** What the service refused, in its own words (auth-wire 1.2). */

/** A sentence of the service, as answers have it. */
export interface Sentence {
  readonly id?: string | undefined;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  /** What it is about; the text begins with it. */
  readonly at?: string | undefined;
  /** What is filled in as `reason`, where that is a sentence, too. */
  readonly reason?: Sentence | undefined;
  readonly text: string;
}

/** An answer that is not a success, or none at all. */
export class Failure extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Which field, what is wrong with it. */
  readonly detail: string | undefined;
  /** The detail by id, where the service has it so. */
  readonly sentences: readonly Sentence[];

  constructor(
    status: number,
    message: string,
    detail?: string,
    sentences: readonly Sentence[] = [],
  ) {
    super(message);
    this.name = "Failure";
    this.status = status;
    this.detail = detail;
    this.sentences = sentences;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const isSentence = (value: unknown): value is Sentence =>
  isObject(value) && typeof value.text === "string";

/** Reads `{message, error}`, `{message: {text}}`, `{payload: {message}}` and `{error, error_description}`. */
export function failureOf(status: number, body: unknown): Failure {
  if (!isObject(body)) return new Failure(status, `HTTP ${status}`);
  const { message, payload, error, error_description, messages } = body;
  const nested = isObject(message) ? text(message.text) : undefined;
  const inner = isObject(payload) ? text(payload.message) : undefined;
  const detail =
    text(error_description) ?? text(isObject(message) ? message.err : undefined) ?? text(error);
  const main = text(message) ?? nested ?? inner ?? detail ?? `HTTP ${status}`;
  const sentences = Array.isArray(messages) ? messages.filter(isSentence) : [];
  return new Failure(status, main, detail === main ? undefined : detail, sentences);
}
