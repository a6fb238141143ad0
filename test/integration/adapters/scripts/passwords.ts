/**
 * `hash PASSWORD` prints a hash; `verify PASSWORD HASH…` prints true or false for each. `without-ffi` does
 * the same as `verify`, without the permission to load native code. All tell whether they could.
 */
import process from "node:process";
import { createRuntime } from "../../../../src/adapters/current.ts";
import { loadNativeBcrypt } from "../../../../src/adapters/drivers/bcrypt-native.ts";

const [mode, password = "", ...hashes] = process.argv.slice(2);
const { Deno } = globalThis as { Deno?: { permissions: { revokeSync(what: object): void } } };
if (mode === "without-ffi") Deno?.permissions.revokeSync({ name: "ffi" });
const { passwords } = await createRuntime();
console.log(`native ${loadNativeBcrypt() !== undefined}`);

if (mode === "hash") console.log(`hash ${await passwords.hash(password)}`);
else {
  const results = await Promise.all(hashes.map((hash) => passwords.verify(password, hash)));
  console.log(`verify ${results.join(",")}`);
}
if (mode === "flood") {
  const jobs = Array.from({ length: 400 }, () => passwords.verify(password, hashes[0] ?? ""));
  const settled = await Promise.allSettled(jobs);
  const refused = settled.filter((result) => result.status === "rejected");
  const reason = refused[0]?.reason as { code?: string; retryAfter?: number } | undefined;
  console.log(`flood ${refused.length} ${reason?.code} ${reason?.retryAfter}`);
}
