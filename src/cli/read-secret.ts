/** Reads a secret from standard input: a pipe as it stands, a terminal key by key without echo. */
import { UsageError } from "./usage-error.ts";

/** The part of `process.stdin` that is used here. */
export interface SecretInput extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean;
  setRawMode?(on: boolean): unknown;
}

const ENTER: ReadonlySet<number> = new Set([10, 13]);
const INTERRUPT: ReadonlySet<number> = new Set([3, 4]);
const BACKSPACE: ReadonlySet<number> = new Set([8, 127]);
const CLEAR_LINE = 21;

/**
 * @param prompts on a terminal one entry each, and all entries must be the same; a pipe is read once
 */
export async function readSecret(
  input: SecretInput,
  show: (text: string) => void,
  prompts: readonly string[],
): Promise<string> {
  if (!input.isTTY || !input.setRawMode) return readPipe(input);
  input.setRawMode(true);
  try {
    const lines = typedLines(input);
    const entries: string[] = [];
    for (const prompt of prompts) {
      show(prompt);
      const { value } = await lines.next();
      show("\n");
      if (value === undefined) throw new UsageError("interrupted");
      entries.push(value);
    }
    await lines.return(undefined);
    if (new Set(entries).size > 1) throw new UsageError("the two entries differ");
    return entries[0] ?? "";
  } finally {
    input.setRawMode(false);
  }
}

async function readPipe(input: SecretInput): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(bytesOf(chunk));
  return decode(chunks.flatMap((chunk) => [...chunk])).replace(/\r?\n$/, "");
}

/** Works on bytes, because a key press outside ASCII may arrive in two chunks. */
async function* typedLines(input: SecretInput): AsyncGenerator<string, undefined, undefined> {
  let line: number[] = [];
  for await (const chunk of input) {
    for (const byte of bytesOf(chunk)) {
      if (INTERRUPT.has(byte)) return undefined;
      if (ENTER.has(byte)) {
        yield decode(line);
        line = [];
      } else if (BACKSPACE.has(byte)) {
        line = [...new TextEncoder().encode(Array.from(decode(line)).slice(0, -1).join(""))];
      } else if (byte === CLEAR_LINE) {
        line = [];
      } else {
        line.push(byte);
      }
    }
  }
  return undefined;
}

function bytesOf(chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
}

function decode(bytes: readonly number[]): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes),
    );
  } catch (cause) {
    throw new UsageError("the input is not UTF-8", { cause });
  }
}
