/** A sealed JSON value that is opened on first use and then kept (architecture, section 10). */
import type { SealedPlace, SecretBox } from "../crypto/secretbox.ts";

class Sealed<T> {
  readonly envelope: string;
  readonly #box: SecretBox;
  readonly #place: SealedPlace;
  #opened: Promise<T> | undefined;

  constructor(box: SecretBox, place: SealedPlace, envelope: string) {
    this.#box = box;
    this.#place = place;
    this.envelope = envelope;
  }

  /** Opens without keeping the value: for passes over many records, few of which are needed again. */
  async openUncached(): Promise<T> {
    if (this.#opened) return this.#opened;
    return JSON.parse(await this.#box.open(this.#place, this.envelope)) as T;
  }

  /** Throws when the value does not open; the next call tries again. */
  open(): Promise<T> {
    if (!this.#opened) {
      this.#opened = this.#box
        .open(this.#place, this.envelope)
        .then((text) => JSON.parse(text) as T);
      this.#opened.catch(() => {
        this.#opened = undefined;
      });
    }
    return this.#opened;
  }
}

/** Free map of a principal; the well-known keys are in auth-wire 2.2. Sealed at rest. */
export type Details = Readonly<Record<string, unknown>>;

/** The details of a principal, with the text that searches look at once one has needed it. */
export class SealedDetails extends Sealed<Details> {
  /** Undefined when they do not open: for callers that then continue as if there were no password or secret. */
  read(): Promise<Details | undefined> {
    return this.open().catch(() => undefined);
  }

  /** Lower case; nothing of it is stored or leaves the process. */
  searchText: string | undefined = undefined;
}
