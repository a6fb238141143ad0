/** Reading server-sent events as a browser does, one at a time. */
import { expect } from "vitest";

export interface StreamedEvent {
  readonly id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of tests are read member by member
  readonly data?: any;
}

export interface EventReader {
  /** The next that has data; undefined when the stream has ended. */
  next(): Promise<StreamedEvent | undefined>;
  /** Reads to the end of the stream. */
  rest(): Promise<StreamedEvent[]>;
  cancel(): Promise<void>;
}

function parsed(block: string): StreamedEvent {
  const lines = block.split("\n");
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [id, data] = [field("id"), field("data")];
  return { ...(id !== undefined && { id }), ...(data !== undefined && { data: JSON.parse(data) }) };
}

export function eventReader(response: Response): EventReader {
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = "";
  const next: EventReader["next"] = async () => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const event = parsed(text.slice(0, end));
        text = text.slice(end + 2);
        if (event.data !== undefined) return event;
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  };
  return {
    next,
    async rest() {
      const all: StreamedEvent[] = [];
      for (let one = await next(); one; one = await next()) all.push(one);
      return all;
    },
    cancel: () => reader.cancel(),
  };
}
