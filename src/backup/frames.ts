/**
 * Bytes in frames of 64 KiB, each sealed with its number and whether it is the last (the STREAM construction): what was changed,
 * put elsewhere, repeated or cut off does not open. Without encryption a frame is the bytes with a tag behind them.
 */

type Bytes = Uint8Array<ArrayBuffer>;

export const FRAME_BYTES = 65_536;
export const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** A frame does not open: another key, or another file than the one that was written. */
export class FrameFault extends Error {
  /** Counted from 0. */
  readonly frame: number;

  constructor(frame: number, options?: ErrorOptions) {
    super(`frame ${frame} does not open`, options);
    this.frame = frame;
  }
}

interface Piece {
  readonly bytes: Bytes;
  readonly last: boolean;
}

/** The same bytes in pieces of one size; the last one may be shorter, and is empty where there is nothing. */
async function* pieces(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Piece> {
  let buffer = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      // A full piece is not the last one when something follows.
      if (filled === size) {
        yield { bytes: buffer, last: false };
        buffer = new Uint8Array(size);
        filled = 0;
      }
      const part = chunk.subarray(at, at + size - filled);
      buffer.set(part, filled);
      filled += part.length;
      at += part.length;
    }
  }
  yield { bytes: buffer.subarray(0, filled), last: true };
}

/** Eleven bytes of the number, one that says whether it is the last. */
function nonceOf(frame: number, last: boolean): Bytes {
  const nonce = new Uint8Array(NONCE_BYTES);
  const view = new DataView(nonce.buffer);
  view.setUint32(3, Math.floor(frame / 0x1_0000_0000));
  view.setUint32(7, frame >>> 0);
  nonce[NONCE_BYTES - 1] = last ? 1 : 0;
  return nonce;
}

const algorithm = (frame: number, last: boolean, seen?: Bytes) => ({
  name: "AES-GCM",
  iv: nonceOf(frame, last),
  ...(seen && { additionalData: seen }),
});

const NOTHING: Bytes = new Uint8Array();

async function sealFrame(key: CryptoKey, hidden: boolean, frame: number, { bytes, last }: Piece) {
  if (hidden) {
    return new Uint8Array(await crypto.subtle.encrypt(algorithm(frame, last), key, bytes));
  }
  const tag = await crypto.subtle.encrypt(algorithm(frame, last, bytes), key, NOTHING);
  const whole = new Uint8Array(bytes.length + TAG_BYTES);
  whole.set(bytes);
  whole.set(new Uint8Array(tag), bytes.length);
  return whole;
}

async function openFrame(key: CryptoKey, hidden: boolean, frame: number, { bytes, last }: Piece) {
  try {
    if (hidden) {
      return new Uint8Array(await crypto.subtle.decrypt(algorithm(frame, last), key, bytes));
    }
    const end = bytes.length - TAG_BYTES;
    if (end < 0) throw new Error("shorter than a tag");
    const open = bytes.subarray(0, end);
    await crypto.subtle.decrypt(algorithm(frame, last, open), key, bytes.subarray(end));
    return open;
  } catch (cause) {
    throw new FrameFault(frame, { cause });
  }
}

/** @param hidden false: the bytes stay readable */
export async function* sealFrames(
  key: CryptoKey,
  hidden: boolean,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Bytes> {
  let frame = 0;
  for await (const piece of pieces(source, FRAME_BYTES)) {
    yield await sealFrame(key, hidden, frame++, piece);
  }
}

/** Each piece is proven before it is given out; a file that ends early throws `FrameFault` at its end. */
export async function* openFrames(
  key: CryptoKey,
  hidden: boolean,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Bytes> {
  let frame = 0;
  for await (const piece of pieces(source, FRAME_BYTES + TAG_BYTES)) {
    yield await openFrame(key, hidden, frame++, piece);
  }
}
