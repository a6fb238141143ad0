/** The native bcrypt, which is optional: absent on some platforms, and where Deno may not load it. */
import { createRequire } from "node:module";
import { type BcryptTask, compute, isBcryptTask } from "./bcrypt-compute.ts";

export type NativeBcrypt = Pick<typeof import("@node-rs/bcrypt"), "hashSync" | "verifySync">;
type Compute = typeof compute;

/** Loads it; undefined when it is not there or gives a wrong answer, and then `compute` does the work. */
export function loadNativeBcrypt(load: () => unknown = requireNative): Compute | undefined {
  try {
    const native = load() as NativeBcrypt;
    return answersRight(native) ? (task) => computeNative(native, task) : undefined;
  } catch {
    return undefined;
  }
}

/** `require` when it runs, so that neither the start nor a bundler asks for the package. */
function requireNative(): unknown {
  const { Deno } = globalThis as { Deno?: { permissions: Permissions } };
  // Without the permission, Deno would ask on the terminal.
  if (Deno && Deno.permissions.querySync({ name: "ffi" }).state !== "granted") return undefined;
  return createRequire(import.meta.url)("@node-rs/bcrypt");
}

interface Permissions {
  querySync(permission: { name: "ffi" }): { state: string };
}

function computeNative(native: NativeBcrypt, task: BcryptTask): string | boolean {
  // A lone surrogate would be replaced on the way, so that several passwords became one.
  if (!task.password.isWellFormed() || !isBcryptTask(task)) return compute(task);
  if (task.kind === "hash")
    return native.hashSync(task.password, { cost: task.cost, version: "2b" });
  return native.verifySync(task.password, task.hash);
}

/** Of the least cost, so that a start takes a few milliseconds. */
const KNOWN = "$2b$04$abcdefghijklmnopqrstuuCFaEytnzrfaPZJKbS76hh9vqd9r8v2S";

function answersRight(native: NativeBcrypt): boolean {
  const own = native.hashSync("ein Paßwort", { cost: 4, version: "2b" });
  return (
    native.verifySync("U*U", KNOWN) &&
    !native.verifySync("U*V", KNOWN) &&
    own.startsWith("$2b$04$") &&
    compute({ kind: "verify", password: "ein Paßwort", hash: own }) === true
  );
}
