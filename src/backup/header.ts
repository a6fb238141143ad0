/** The first two lines of a backup: what it is, and what it needs. They are readable, and proven with the first frame. */
import { z } from "zod";
import { protectionSchema } from "./protection.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const MAGIC = "postern backup 1\n";
const MAX_BYTES = 4_096;

const headerSchema = z.strictObject({
  /** Of the program that made it; for people. */
  version: z.string().max(100),
  /** Name of the last migration of its database. */
  schema: z.string().regex(/^[\w-]{1,200}$/),
  storage: z.enum(["postgres", "pglite"]),
  /** By the clock of its database. */
  made_at: z.iso.datetime(),
  /** Id of the encryption key of its database. */
  key_id: z.string().max(100),
  protection: protectionSchema,
});
export type BackupHeader = z.output<typeof headerSchema>;

/** Not a backup of this format, or a damaged one. */
export class BackupFault extends Error {}

export const writeHeader = (header: BackupHeader): Bytes =>
  new TextEncoder().encode(`${MAGIC}${JSON.stringify(header)}\n`);

export interface OpenedBackup {
  readonly header: BackupHeader;
  /** As they stand in the file. */
  readonly headerBytes: Bytes;
  /** What comes behind. */
  readonly rest: AsyncIterable<Uint8Array>;
}

function parse(text: string): BackupHeader {
  try {
    return headerSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupFault("has a damaged header", { cause });
  }
}

/** Where the line ends that begins behind the magic one; -1 while it has not come. */
const endOf = (bytes: Uint8Array): number => bytes.indexOf(10, MAGIC.length);

/** Throws `BackupFault`. */
export async function readHeader(source: AsyncIterable<Uint8Array>): Promise<OpenedBackup> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    return await readFrom(chunks);
  } catch (cause) {
    await chunks.return?.();
    throw cause;
  }
}

async function readFrom(chunks: AsyncIterator<Uint8Array>): Promise<OpenedBackup> {
  let bytes: Bytes = new Uint8Array();
  while (endOf(bytes) < 0 && bytes.length < MAX_BYTES) {
    const { done, value } = await chunks.next();
    if (done) break;
    bytes = new Uint8Array([...bytes, ...value]);
  }
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_BYTES));
  if (!text.startsWith(MAGIC)) {
    const other = text.startsWith("postern backup ");
    throw new BackupFault(other ? "has the format of a later version" : "is no backup of Postern");
  }
  const end = endOf(bytes);
  if (end < 0 || end >= MAX_BYTES) throw new BackupFault("has a damaged header");
  const headerBytes = bytes.slice(0, end + 1);
  const first = bytes.subarray(end + 1);
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      if (first.length > 0) yield first;
      for (;;) {
        const { done, value } = await chunks.next();
        if (done) return;
        yield value;
      }
    } finally {
      await chunks.return?.();
    }
  }
  return { header: parse(text.slice(MAGIC.length, end)), headerBytes, rest: rest() };
}
