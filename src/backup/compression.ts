/** gzip (RFC 1952) as a step between two streams of bytes, with no more in memory than a few pieces. */

type Bytes = Uint8Array<ArrayBuffer>;

async function* chunksOf(readable: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // What feeds the other end hears that no more is wanted.
    await reader.cancel().catch(() => undefined);
  }
}

/** Takes bytes; resolves when there is a place for more. */
export type Write = (bytes: Bytes) => Promise<void>;

/**
 * What `feed` writes, through a transformation. An error of `feed` is thrown at the end of what came before it; when
 * the reader stops early, its next write fails.
 */
async function* through(
  transform: { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream },
  feed: (write: Write) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const writer = transform.writable.getWriter();
  // Its state is read below, by the reader.
  writer.closed.catch(() => undefined);
  let failed = false;
  let failure: unknown;
  const feeding = feed((bytes) => writer.write(bytes))
    .then(() => writer.close())
    .catch((error: unknown) => {
      failed = true;
      failure = error;
      return writer.abort(error).catch(() => undefined);
    });
  let ended = false;
  try {
    yield* chunksOf(transform.readable);
    ended = true;
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    await feeding;
    throw failed ? failure : error;
  } finally {
    if (!ended) await writer.abort(new Error("no more is wanted")).catch(() => undefined);
    // What feeds may hold a connection.
    await feeding;
  }
  if (failed) throw failure;
}

export const compressed = (feed: (write: Write) => Promise<void>): AsyncGenerator<Uint8Array> =>
  through(new CompressionStream("gzip"), feed);

export const expanded = (source: AsyncIterable<Bytes>): AsyncGenerator<Uint8Array> =>
  through(new DecompressionStream("gzip"), async (write) => {
    for await (const bytes of source) await write(bytes);
  });
