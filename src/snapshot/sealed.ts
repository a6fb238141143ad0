/** A sealed JSON value that is opened on first use and then kept (architecture, section 10). */
import type { SealedPlace, SecretBox } from "../crypto/secretbox.ts";

export class Sealed<T> {
  readonly envelope: string;
  readonly #box: SecretBox;
  readonly #place: SealedPlace;
  #opened: Promise<T> | undefined;

  constructor(box: SecretBox, place: SealedPlace, envelope: string) {
    this.#box = box;
    this.#place = place;
    this.envelope = envelope;
  }

  /** Throws `unavailable` when the value does not open; the next call tries again. */
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
