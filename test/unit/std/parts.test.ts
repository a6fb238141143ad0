/** Parts are made once for each owner, and end together, the newest first. */
import { expect, test } from "vitest";
import { Parts } from "../../../src/std/parts.ts";

interface Owner {
  readonly name: string;
  readonly parts: Parts<Owner>;
}
const owner = (name: string): Owner => ({ name, parts: new Parts<Owner>() });

test("a part is made once for each owner, and a copy of the owner has the same", () => {
  const make = ({ name }: Owner) => ({ name });
  const [one, other] = [owner("one"), owner("other")];
  const part = one.parts.of(make, one);
  expect(part).toEqual({ name: "one" });
  expect(one.parts.of(make, one)).toBe(part);
  const copy = { ...one, name: "copy" };
  expect(copy.parts.of(make, copy)).toBe(part);
  expect(other.parts.of(make, other)).toEqual({ name: "other" });
  const none = () => undefined;
  expect(one.parts.of(none, one)).toBeUndefined();
});

test("what can be disposed of ends in reverse order, each after the one before it has ended", async () => {
  const ended: string[] = [];
  const { parts } = owner("one");
  parts.add({ [Symbol.dispose]: () => void ended.push("first") });
  parts.add({ [Symbol.asyncDispose]: async () => void ended.push("second") });
  parts.add(undefined);
  parts.add({ name: "nothing to end" });
  parts.of(
    () => ({
      async [Symbol.asyncDispose]() {
        await Promise.resolve();
        ended.push("third");
      },
    }),
    owner("any"),
  );
  await parts[Symbol.asyncDispose]();
  expect(ended).toEqual(["third", "second", "first"]);
  await parts[Symbol.asyncDispose]();
  expect(ended).toHaveLength(3);
});

test("one that fails keeps no other open, and the failure is thrown", async () => {
  const ended: string[] = [];
  const { parts } = owner("one");
  parts.add({ [Symbol.dispose]: () => void ended.push("first") });
  parts.add({ [Symbol.asyncDispose]: () => Promise.reject(new Error("it is stuck")) });
  await expect(parts[Symbol.asyncDispose]()).rejects.toThrow("it is stuck");
  expect(ended).toEqual(["first"]);
});
