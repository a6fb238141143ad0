/** A piece of configuration or code with the addresses of this service in it. */

export interface Snippet {
  readonly id: string;
  readonly label: string;
  /** The page of `docs/` that has the whole, and explains it. */
  readonly page: string;
  /**
   * `%ISSUER%`, `%CLIENT%` and `%SERVICE%` stand for what `filled` puts there; `%FROM%` for the word of an
   * import, so that none of them reads as an import of this program.
   */
  readonly text: string;
}

export interface Addresses {
  readonly issuer: string;
  /** Client ID. */
  readonly client: string;
  /** Host and port at which a proxy reaches this service. */
  readonly service: string;
}

/** A client ID may hold anything; in a snippet it stays on its line and in its quotes. */
const plain = (text: string) => text.replace(/["'`$\\\s%]/g, "");

export const filled = ({ text }: Snippet, { issuer, client, service }: Addresses): string =>
  text
    .replaceAll("%FROM%", "from")
    .replaceAll("%ISSUER%", () => issuer)
    .replaceAll("%CLIENT%", () => plain(client))
    .replaceAll("%SERVICE%", () => service);
