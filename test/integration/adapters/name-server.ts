/** A name server (RFC 1035) that knows a few names under `example.com`. */
import type { RemoteInfo, Socket } from "node:dgram";

const A = 1;
const AAAA = 28;

/** Addresses as bytes, by the first label of the name. */
const NAMES: Readonly<Record<string, Readonly<Record<number, readonly number[][]>>>> = {
  two: {
    [A]: [
      [93, 184, 216, 34],
      [93, 184, 216, 35],
    ],
    [AAAA]: [[0x26, 0x06, 0x28, 0, 2, 0x20, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]],
  },
  inside: { [A]: [[127, 0, 0, 1]] },
  mixed: {
    [A]: [
      [93, 184, 216, 34],
      [10, 0, 0, 1],
    ],
  },
  inside6: { [AAAA]: [[0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]] },
};

/** Listener of `message`: a name that begins with `silent` gets no answer, an unknown one does not exist. */
export function answerNames(this: Socket, message: Buffer, from: RemoteInfo): void {
  const label = message.toString("ascii", 13, 13 + (message[12] ?? 0)).toLowerCase();
  if (label === "silent") return;
  const end = message.indexOf(0, 12) + 5;
  const known = NAMES[label];
  const records = known?.[message.readUInt16BE(end - 4)] ?? [];
  const header = Buffer.from(message.subarray(0, 12));
  header.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  const answers = records.map((address) => {
    const fixed = Buffer.alloc(12);
    fixed.writeUInt16BE(0xc00c, 0);
    message.copy(fixed, 2, end - 4, end);
    fixed.writeUInt32BE(60, 6);
    fixed.writeUInt16BE(address.length, 10);
    return Buffer.concat([fixed, Buffer.from(address)]);
  });
  const answer = Buffer.concat([header, message.subarray(12, end), ...answers]);
  this.send(answer, from.port, from.address);
}
