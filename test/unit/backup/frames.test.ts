/** Frames of a backup: what was changed, repeated, put elsewhere or cut off does not open (ADR 0102). */
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  FRAME_BYTES,
  FrameFault,
  openFrames,
  sealFrames,
  TAG_BYTES,
} from "../../../src/backup/frames.ts";

const SIZE = FRAME_BYTES + TAG_BYTES;
const KEY = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
  "encrypt",
  "decrypt",
]);

async function* parts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const piece of source) found.push(piece);
  return Buffer.concat(found);
}

const sealed = (bytes: Uint8Array, hidden = true, size = 10_007) =>
  whole(sealFrames(KEY, hidden, parts(bytes, size)));
const opened = (bytes: Uint8Array, hidden = true, size = 9_973, key = KEY) =>
  whole(openFrames(key, hidden, parts(bytes, size)));

describe.each([
  ["encrypted", true],
  ["readable", false],
])("%s", (_name, hidden) => {
  test.each([0, 1, FRAME_BYTES - 1, FRAME_BYTES, FRAME_BYTES + 1, 3 * FRAME_BYTES, 200_000])(
    "%i bytes come back, however they are cut",
    async (length) => {
      const bytes = randomBytes(length);
      const file = await sealed(bytes, hidden);
      const frames = Math.max(1, Math.ceil(length / FRAME_BYTES));
      expect(file.length).toBe(length + frames * TAG_BYTES);
      expect(await opened(file, hidden)).toEqual(bytes);
      expect(await opened(file, hidden, 1_000_000)).toEqual(bytes);
      expect(length > 20 && file.includes(bytes.subarray(0, 20))).toBe(length > 20 && !hidden);
    },
  );

  test("every changed byte is noticed, in the frame where it is", async () => {
    const file = await sealed(randomBytes(FRAME_BYTES + 100), hidden);
    for (const at of [0, 5, FRAME_BYTES, SIZE - 1, SIZE, file.length - 1]) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const fault = await opened(changed, hidden).catch((error) => error);
      expect(fault, `byte ${at}`).toBeInstanceOf(FrameFault);
      expect(fault.frame).toBe(at < SIZE ? 0 : 1);
    }
  });

  test("a file that is cut off anywhere is noticed, between two frames as well", async () => {
    const file = await sealed(randomBytes(3 * FRAME_BYTES), hidden);
    for (const length of [0, 1, TAG_BYTES, SIZE - 1, SIZE, 2 * SIZE, file.length - 1]) {
      await expect(opened(file.subarray(0, length), hidden), `${length}`).rejects.toThrow(
        FrameFault,
      );
    }
  });

  test("frames in another order, one twice, one left out, and something behind the last", async () => {
    const file = await sealed(randomBytes(3 * FRAME_BYTES), hidden);
    const frame = (number: number) => file.subarray(number * SIZE, (number + 1) * SIZE);
    const orders = [[1, 0, 2], [0, 0, 1, 2], [0, 2], [0, 1, 2, 2], [2]];
    for (const order of orders) {
      await expect(opened(Buffer.concat(order.map(frame)), hidden), `${order}`).rejects.toThrow(
        FrameFault,
      );
    }
    await expect(opened(Buffer.concat([file, Buffer.of(0)]), hidden)).rejects.toThrow(FrameFault);
  });

  test("nothing of a frame is given out before it is proven", async () => {
    const file = await sealed(randomBytes(2 * FRAME_BYTES), hidden);
    file[SIZE + 3] = (file[SIZE + 3] ?? 0) ^ 1;
    const given: number[] = [];
    const reading = async () => {
      for await (const piece of openFrames(KEY, hidden, parts(file, 5_000)))
        given.push(piece.length);
    };
    await expect(reading()).rejects.toThrow(FrameFault);
    expect(given).toEqual([FRAME_BYTES]);
  });
});

test("an encrypted file is no readable one, and the other way round", async () => {
  const bytes = randomBytes(1_000);
  await expect(opened(await sealed(bytes, true), false)).rejects.toThrow(FrameFault);
  await expect(opened(await sealed(bytes, false), true)).rejects.toThrow(FrameFault);
});

test("another key opens nothing", async () => {
  const other = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const file = await sealed(randomBytes(1_000));
  await expect(opened(file, true, 9_973, other)).rejects.toThrow(FrameFault);
});
