import { expect, test } from "vitest";
import { readSecret, type SecretInput } from "../../../src/cli/read-secret.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function source(chunks: readonly (Uint8Array | string)[], isTTY: boolean) {
  const modes: boolean[] = [];
  const input: SecretInput = {
    isTTY,
    setRawMode: (on) => modes.push(on),
    async *[Symbol.asyncIterator]() {
      yield* chunks;
    },
  };
  return { input, modes };
}

async function read(chunks: readonly (Uint8Array | string)[], isTTY: boolean) {
  const { input, modes } = source(chunks, isTTY);
  const shown: string[] = [];
  try {
    const value = await readSecret(input, (text) => shown.push(text), ["Password: ", "Again: "]);
    return { value, modes, shown: shown.join("") };
  } catch (error) {
    return { error: String(error), modes, shown: shown.join("") };
  }
}

test.each([
  [["secret word\n"], "secret word"],
  [["secret ", "word\r\n"], "secret word"],
  [["no newline"], "no newline"],
  [["two\n\n"], "two\n"],
  [[bytes("pä").slice(0, 2), bytes("pä").slice(2), "\n"], "pä"],
  [[], ""],
])("a pipe is read whole: %j", async (chunks, value) => {
  expect(await read(chunks, false)).toEqual({ value, modes: [], shown: "" });
});

test("a terminal shows prompts and never the password", async () => {
  const prompts = "Password: \nAgain: \n";
  expect(await read(["s", "ecret\rsecret\r"], true)).toEqual({
    value: "secret",
    modes: [true, false],
    shown: prompts,
  });
  expect(await read(["sx\x7fe", bytes("ö"), "\x7f", "\n", "wrong\x15se\n"], true)).toMatchObject({
    value: "se",
    shown: prompts,
  });
});

test.each([
  ["the two entries differ", ["one\rother\r"]],
  ["interrupted", ["one\x03"]],
  ["interrupted", ["one\rtw\x04"]],
  ["interrupted", ["one"]],
  ["the input is not UTF-8", [Uint8Array.of(0xff, 13)]],
])("a terminal is put back in order: %s", async (message, chunks) => {
  const result = await read(chunks, true);
  expect(result.error).toContain(message);
  expect(result.modes).toEqual([true, false]);
});
