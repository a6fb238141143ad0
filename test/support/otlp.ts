/**
 * A receiver of OTLP over HTTP that reads protobuf by the numbers of the published `.proto` files
 * (opentelemetry/proto/trace/v1/trace.proto), with nothing of the SDK that sends.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Value = Buffer | bigint;

/** Fields of one message by number, each with all its values in their order. */
function fieldsOf(bytes: Buffer): Map<number, Value[]> {
  const fields = new Map<number, Value[]>();
  let at = 0;
  const varint = (): bigint => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error("the message is cut off");
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Error("the message is cut off");
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = Number(varint());
    const type = key & 7;
    if (type !== 0 && type !== 1 && type !== 2 && type !== 5) throw new Error(`wire type ${type}`);
    const value =
      type === 0
        ? varint()
        : type === 1
          ? take(8).readBigUInt64LE()
          : type === 5
            ? BigInt(take(4).readUInt32LE())
            : take(Number(varint()));
    const known = fields.get(key >> 3) ?? [];
    known.push(value);
    fields.set(key >> 3, known);
  }
  return fields;
}

const messages = (bytes: Value | undefined, number: number): Buffer[] =>
  (bytes instanceof Buffer ? (fieldsOf(bytes).get(number) ?? []) : []) as Buffer[];
const textOf = (value: Value | undefined): string =>
  value instanceof Buffer ? value.toString("utf8") : "";
const hexOf = (value: Value | undefined): string =>
  value instanceof Buffer ? value.toString("hex") : "";

/** `AnyValue`: texts, truths and whole numbers. */
function anyValue(bytes: Buffer | undefined): string | boolean | number | undefined {
  if (!bytes) return undefined;
  const fields = fieldsOf(bytes);
  const [text] = fields.get(1) ?? [];
  if (text !== undefined) return textOf(text);
  const [truth] = fields.get(2) ?? [];
  if (truth !== undefined) return truth === 1n;
  const [whole] = fields.get(3) ?? [];
  return whole === undefined ? undefined : Number(whole);
}

const attributesOf = (pairs: readonly Buffer[]) =>
  Object.fromEntries(
    pairs.map((pair) => [textOf(messages(pair, 1)[0]), anyValue(messages(pair, 2)[0])]),
  );

export interface ReceivedSpan {
  readonly trace: string;
  readonly id: string;
  /** Empty for the first of a trace. */
  readonly parent: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | boolean | number | undefined>>;
  /** Traces that are linked. */
  readonly links: readonly string[];
  /** 2 for a failure. */
  readonly status: number;
  readonly resource: Readonly<Record<string, string | boolean | number | undefined>>;
}

function spanOf(bytes: Buffer, resource: ReceivedSpan["resource"]): ReceivedSpan {
  const fields = fieldsOf(bytes);
  const one = (number: number) => fields.get(number)?.[0];
  return {
    ...{ trace: hexOf(one(1)), id: hexOf(one(2)), parent: hexOf(one(4)), name: textOf(one(5)) },
    ...{ kind: Number(one(6) ?? 0), resource },
    attributes: attributesOf((fields.get(9) ?? []) as Buffer[]),
    links: (fields.get(13) ?? []).map((link) => hexOf(messages(link, 1)[0])),
    status: Number(one(15) instanceof Buffer ? (fieldsOf(one(15) as Buffer).get(3)?.[0] ?? 0) : 0),
  };
}

/** All spans of an `ExportTraceServiceRequest`. */
const spansOf = (body: Buffer): ReceivedSpan[] =>
  messages(body, 1).flatMap((ofResource) => {
    const resource = attributesOf(messages(messages(ofResource, 1)[0], 1));
    return messages(ofResource, 2).flatMap((ofScope) =>
      messages(ofScope, 2).map((span) => spanOf(span, resource)),
    );
  });

export interface OtlpReceiver extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Everything that came, as text, to look for what must not be in it. */
  text(): string;
  /** How many requests came to a path. */
  count(path: string): number;
}

/** @param port a free one when not given */
export async function startOtlpReceiver(port = 0): Promise<OtlpReceiver> {
  const received: { readonly path: string; readonly body: Buffer }[] = [];
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const path = request.url ?? "";
    received.push({ path, body });
    if (path === "/v1/traces") spans.push(...spansOf(body));
    response.setHeader("content-type", "application/x-protobuf");
    response.end();
  }).listen(port, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    spans,
    text: () => received.map(({ body }) => body.toString("latin1")).join("\n"),
    count: (path) => received.filter((one) => one.path === path).length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
