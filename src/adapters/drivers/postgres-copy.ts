/**
 * Rows of a query by `COPY … (format binary)`: the driver makes neither texts nor lists of them, and what a row needs is
 * read from its bytes while they are there. https://www.postgresql.org/docs/18/sql-copy.html#SQL-COPY-FILE-FORMATS
 */
import { Buffer } from "node:buffer";
import pg, { type QueryConfig, type QueryResult } from "pg";
import type { CopiedRow } from "../../runtime.ts";

/** Signature, flags, and the length of what may follow them. */
const HEADER_BYTES = 11 + 4 + 4;
const FIELD_COUNT_BYTES = 2;
/** Before the first item of an array: dimensions, whether there are nulls, type, items, lower bound. */
const NO_DIMENSION = 12;
const ONE_DIMENSION = 20;
/** From the epoch to that of Postgres, 2000-01-01. */
const POSTGRES_EPOCH_MS = 946_684_800_000;

class Row implements CopiedRow {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Halves of the time that was read last: an import writes many rows at one time. */
  #high = 0;
  #low = 0;
  #time = isoTime(0, 0);

  begin(bytes: Buffer, at: number): void {
    this.#bytes = bytes;
    this.#at = at + FIELD_COUNT_BYTES;
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new Error("a copied row has other columns");
  }

  /** Of the next column; -1 where it is null. */
  #length(): number {
    const length = this.#bytes.readInt32BE(this.#at);
    this.#at += 4;
    return length;
  }

  text(): string | null {
    const length = this.#length();
    if (length <= 0) return length === 0 ? "" : null;
    const start = this.#at;
    this.#at += length;
    return this.#bytes.toString("utf8", start, this.#at);
  }

  texts(): string[] {
    const start = this.#at + 4;
    const length = this.#length();
    if (length === NO_DIMENSION) {
      this.#at += length;
      return [];
    }
    if (length < ONE_DIMENSION || this.#bytes.readInt32BE(start) !== 1) {
      throw new TypeError("a column is no list of texts");
    }
    const count = this.#bytes.readInt32BE(start + NO_DIMENSION);
    this.#at = start + ONE_DIMENSION;
    // A list that grows keeps memory that is never used.
    const first = this.text() as string;
    if (count === 1) return [first];
    const second = this.text() as string;
    if (count === 2) return [first, second];
    const all = [first, second];
    while (all.length < count) all.push(this.text() as string);
    return all.slice();
  }

  flag(): boolean {
    if (this.#length() !== 1) throw new TypeError("a column is no truth value");
    return this.#bytes[this.#at++] === 1;
  }

  time(): string | null {
    const length = this.#length();
    if (length < 0) return null;
    const high = this.#bytes.readInt32BE(this.#at);
    const low = this.#bytes.readUInt32BE(this.#at + 4);
    this.#at += length;
    if (high !== this.#high || low !== this.#low) {
      this.#time = isoTime(high, low);
      this.#high = high;
      this.#low = low;
    }
    return this.#time;
  }
}

/** @param high and `low` of microseconds since the epoch of Postgres; exact until the year 2255 */
function isoTime(high: number, low: number): string {
  const microseconds = high * 2 ** 32 + low;
  const rest = ((microseconds % 1_000) + 1_000) % 1_000;
  return new Date((microseconds - rest) / 1_000 + POSTGRES_EPOCH_MS).toISOString();
}

/** A statement for the client of pg. The server sends each row in a message of its own. */
export class CopyOut extends pg.Query {
  readonly #take: (row: CopiedRow) => void;
  readonly #row = new Row();
  #hasBegun = false;
  #failure: { readonly cause: unknown } | undefined;

  /** @param query without parameters */
  constructor(query: string, take: (row: CopiedRow) => void) {
    super(`copy (${query}) to stdout (format binary)`);
    this.#take = take;
  }

  /** Called by pg, which must not see what is thrown: it would be an error of the socket. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#failure) return;
    try {
      // The header comes with the first row, or with the end.
      const start = this.#hasBegun ? 0 : HEADER_BYTES + chunk.readInt32BE(HEADER_BYTES - 4);
      this.#hasBegun = true;
      if (start === chunk.length || chunk.readInt16BE(start) < 0) return;
      this.#row.begin(chunk, start);
      this.#take(this.#row);
      this.#row.end();
    } catch (cause) {
      this.#failure = { cause };
    }
  }

  run(client: pg.Client): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      client.query(this as unknown as QueryConfig, (error: Error | null, result) => {
        if (error) reject(error);
        else if (this.#failure) reject(this.#failure.cause);
        else resolve(result);
      });
    });
  }
}
