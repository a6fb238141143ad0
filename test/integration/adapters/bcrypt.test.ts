/** Password hashes: interchangeable between the runtimes, away from the event loop, bounded. */
import { expect, test } from "vitest";
import { createInlineBcrypt, createThreadedBcrypt } from "../../../src/adapters/drivers/bcrypt.ts";
import { RUNTIMES, runScript } from "./support.ts";

const PASSWORD = "korrektes Pferd ⚡";
/** `$2y$` of PHP and `$2a$` of older libraries, cost 4, for "U*U". */
const OLD = ["$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"];

test("E-1: a hash of any runtime is $2b$10$ and is verified on all", async () => {
  const hashes = await Promise.all(
    RUNTIMES.map(async (runtime) => {
      await using script = runScript(runtime, "passwords.ts", "hash", PASSWORD);
      const hash = (await script.line(/^hash/)).slice(5);
      expect(await script.exit).toBe(0); // idle threads do not keep the process alive
      return hash;
    }),
  );
  for (const hash of hashes) expect(hash).toMatch(/^\$2b\$10\$[./A-Za-z0-9]{53}$/);

  for (const runtime of RUNTIMES) {
    const aliases = hashes.flatMap((hash) => [
      hash,
      hash.replace("$2b", "$2a"),
      hash.replace("$2b", "$2y"),
    ]);
    await using right = runScript(runtime, "passwords.ts", "verify", PASSWORD, ...aliases);
    expect(await right.line(/^verify/)).toBe(`verify ${aliases.map(() => "true").join(",")}`);
    await using wrong = runScript(runtime, "passwords.ts", "verify", "wrong", ...hashes);
    expect(await wrong.line(/^verify/)).toBe("verify false,false,false");
  }
});

test.each(["node", "deno"] as const)("%s has the native bcrypt", async (runtime) => {
  await using script = runScript(runtime, "passwords.ts", "verify", "U*U", OLD[0] ?? "");
  expect(await script.line(/^native/)).toBe("native true");
  expect(await script.line(/^verify/)).toBe("verify true");
});

test("Deno without the permission to load native code goes on in JavaScript, and does not ask", async () => {
  await using script = runScript("deno", "passwords.ts", "without-ffi", "U*U", OLD[0] ?? "");
  expect(await script.line(/^native/)).toBe("native false");
  expect(await script.line(/^verify/)).toBe("verify true");
});

test.each(RUNTIMES)("a text that is no bcrypt hash is false on %s", async (runtime) => {
  const texts = [
    "",
    "plain",
    "!".repeat(60),
    "$2b$10$short",
    "$argon2id$v=19$m=1,t=1,p=1$YQ$YQ",
    "$2x$10$",
  ];
  await using script = runScript(runtime, "passwords.ts", "verify", "plain", ...texts);
  expect(await script.line(/^verify/)).toBe(`verify ${texts.map(() => "false").join(",")}`);
});

test.each(RUNTIMES)("R-9: more checks than may wait are refused on %s", async (runtime) => {
  const [hash = ""] = OLD;
  await using script = runScript(runtime, "passwords.ts", "flood", "U*U", hash);
  const [, refused, code, retryAfter] = (await script.line(/^flood/)).split(" ");

  expect(Number(refused)).toBeGreaterThan(0);
  expect(Number(refused)).toBeLessThanOrEqual(400 - 256);
  expect([code, retryAfter]).toEqual(["unavailable", "1"]);
});

test("R-9: the event loop keeps turning while passwords are hashed", async () => {
  const hasher = createThreadedBcrypt({ workers: 1 });
  await hasher.hash(PASSWORD); // the thread is up
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);

  await Promise.all([hasher.hash(PASSWORD), hasher.hash(PASSWORD), hasher.hash(PASSWORD)]);
  clearInterval(timer);
  await hasher.close?.();

  expect(turns).toBeGreaterThan(10); // inline there would be none
});

test("the inline hasher of the edge speaks the same hashes", async () => {
  const inline = createInlineBcrypt();
  const hash = await inline.hash(PASSWORD);

  expect(await inline.verify(PASSWORD, hash)).toBe(true);
  expect(await inline.verify("wrong", hash)).toBe(false);
  expect(await inline.verify("U*U", OLD[0] ?? "")).toBe(true);
  expect(await inline.verify("x", "!".repeat(60))).toBe(false);
});
