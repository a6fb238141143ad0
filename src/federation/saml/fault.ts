import type { Sentence } from "../../errors.ts";

/** What is wrong with a message or with metadata of a provider; for administrators and the log. */
export class SamlFault extends Error {
  readonly said: Sentence;

  constructor(said: Sentence, options?: ErrorOptions) {
    super(said.text, options);
    this.name = "SamlFault";
    this.said = said;
  }
}
