/** A directory that says exactly what a test wants, right or wrong: LDAP messages over a plain socket. */
import { createServer, type Socket } from "node:net";
import { BerReader, BerWriter } from "ldapts";
import { Frames } from "../../src/adapters/drivers/ldap-frames.ts";

/** One message that came. */
export interface AskedMessage {
  readonly id: number;
  /** Tag of the operation: 0x60 bind, 0x63 search, 0x77 extended. */
  readonly operation: number;
  readonly bytes: Uint8Array;
  readonly socket: Socket;
}

export interface ScriptedDirectory {
  readonly url: string;
  /** Operations that came, in order. */
  readonly asked: number[];
  stop(): Promise<void>;
}

/** Answers each message with what `answer` writes to its socket. */
export async function scriptedDirectory(
  answer: (message: AskedMessage) => void,
  greet?: (socket: Socket) => void,
): Promise<ScriptedDirectory> {
  const asked: number[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    greet?.(socket);
    const frames = new Frames();
    socket.on("data", (chunk) => {
      for (const bytes of frames.push(chunk)) {
        const reader = new BerReader(Buffer.from(bytes));
        reader.readSequence();
        const id = reader.readInt() ?? 0;
        const operation = reader.peek() ?? 0;
        asked.push(operation);
        answer({ id, operation, bytes, socket });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `ldap://127.0.0.1:${port}`,
    asked,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const BIND = 0x60;
export const SEARCH = 0x63;
export const EXTENDED = 0x77;
const PAGED = "1.2.840.113556.1.4.319";

function message(id: number, tag: number, body: (writer: BerWriter) => void, cookie?: string) {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(tag);
  body(writer);
  writer.endSequence();
  if (cookie !== undefined) {
    const value = new BerWriter();
    value.startSequence();
    value.writeInt(0);
    value.writeString(cookie);
    value.endSequence();
    writer.startSequence(0xa0);
    writer.startSequence();
    writer.writeString(PAGED);
    writer.writeBuffer(value.buffer, 4);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}

const RESULTS: Readonly<Record<number, number>> = {
  [BIND]: 0x61,
  [SEARCH]: 0x65,
  [EXTENDED]: 0x78,
};

/** The result of an operation; a cookie says that more pages follow. */
export const result = (
  { id, operation }: Pick<AskedMessage, "id" | "operation">,
  status = 0,
  { cookie, text = "" }: { readonly cookie?: string; readonly text?: string } = {},
) =>
  message(
    id,
    RESULTS[operation] ?? 0x65,
    (writer) => {
      writer.writeEnumeration(status);
      writer.writeString("");
      writer.writeString(text);
    },
    cookie,
  );

/** One entry of a search. */
export const entry = (
  { id }: Pick<AskedMessage, "id">,
  dn: string,
  attributes: Readonly<Record<string, readonly string[]>>,
) =>
  message(id, 0x64, (writer) => {
    writer.writeString(dn);
    writer.startSequence();
    for (const [name, values] of Object.entries(attributes)) {
      writer.startSequence();
      writer.writeString(name);
      writer.startSequence(0x31);
      for (const value of values) writer.writeString(value);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
  });
