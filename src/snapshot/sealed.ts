/** Details of a principal, sealed: opened on first use and then kept (architecture, section 10). */
import { packEnvelope, unpackEnvelope } from "../crypto/packed-envelope.ts";
import type { SealedPlace, SecretBox } from "../crypto/secretbox.ts";

/** The place that seals a principal's details (C-1). */
export const detailsPlace = (id: string): SealedPlace => ({
  table: "auth_users",
  row: id,
  field: "details",
});

/** Free map of a principal; the well-known keys are in auth-wire 2.2. Sealed at rest. */
export type Details = Readonly<Record<string, unknown>>;

/** The details of a principal, with the text that searches look at once one has needed it. */
export class SealedDetails {
  readonly #box: SecretBox;
  readonly #id: string;
  /** Bytes of the envelope where it can be made of them again: a fourth less of it for each principal in memory. */
  readonly #sealed: string;
  /** Of the key that sealed them, when packed: that of the box may change. */
  readonly #keyId: string | undefined;
  #opened: Promise<Details> | undefined = undefined;

  /** @param id the principal whose details they are */
  constructor(box: SecretBox, id: string, envelope: string) {
    const { keyId } = box;
    const packed = packEnvelope(keyId, envelope);
    this.#box = box;
    this.#id = id;
    this.#sealed = packed ?? envelope;
    this.#keyId = packed === undefined ? undefined : keyId;
  }

  /** As it is stored. */
  get envelope(): string {
    return this.#keyId === undefined ? this.#sealed : unpackEnvelope(this.#keyId, this.#sealed);
  }

  /** Opens without keeping the value: for passes over many records, few of which are needed again. */
  async openUncached(): Promise<Details> {
    if (this.#opened) return this.#opened;
    return JSON.parse(await this.#box.open(detailsPlace(this.#id), this.envelope)) as Details;
  }

  /** Throws when the value does not open; the next call tries again. */
  open(): Promise<Details> {
    if (!this.#opened) {
      this.#opened = this.openUncached();
      this.#opened.catch(() => {
        this.#opened = undefined;
      });
    }
    return this.#opened;
  }

  /** Undefined when they do not open: for callers that then continue as if there were no password or secret. */
  read(): Promise<Details | undefined> {
    return this.open().catch(() => undefined);
  }

  /** Lower case; nothing of it is stored or leaves the process. */
  searchText: string | undefined = undefined;
}
