/** What is wrong with a message or with metadata of a provider; for administrators and the log. */
export class SamlFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SamlFault";
  }
}
