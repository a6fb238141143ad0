/** Keys and passphrases of backups, read from files: an argument would stay in the history of the shell. */
import { randomBytes, scrypt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { systemCode } from "../adapters/drivers/private-path.ts";
import {
  KEY_BYTES,
  type Opener,
  type Protection,
  SALT_BYTES,
  SCRYPT_COST,
} from "../backup/protection.ts";
import { KeyFault, makeKeyPair, readPrivateKey, readPublicKey } from "../backup/recipient.ts";
import { StartError } from "../errors.ts";
import { normalForm } from "../std/normal-form.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Characters of a passphrase; scrypt makes guesses dear, not impossible. */
const MIN_PASSPHRASE_LENGTH = 12;
const BLOCK = 8;

/** Text of a file that a flag names. */
export function fileText({ readFile, cwd }: Terminal, flag: string, path: string): string {
  let text: string | undefined;
  try {
    text = readFile(resolve(cwd, path));
  } catch (cause) {
    throw new StartError(`--${flag}: cannot read ${path}: ${systemCode(cause)}`, { cause });
  }
  if (text === undefined) throw new StartError(`--${flag}: there is no file ${path}`);
  return text;
}

async function keyIn<T>(flag: string, path: string, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (cause) {
    if (!(cause instanceof KeyFault)) throw cause;
    throw new StartError(`--${flag}: ${path} ${cause.message}`, { cause });
  }
}

function passphraseIn(terminal: Terminal, path: string): string {
  const text = fileText(terminal, "passphrase-file", path).replace(/\r?\n$/, "");
  if (text.length >= MIN_PASSPHRASE_LENGTH) return text;
  throw new StartError(
    `--passphrase-file: the passphrase in ${path} has fewer than ${MIN_PASSPHRASE_LENGTH} characters`,
  );
}

const derive = (passphrase: string, salt: Uint8Array, cost: number): Promise<Bytes> =>
  new Promise((done, fail) => {
    const N = 2 ** cost;
    const options = { N, r: BLOCK, p: 1, maxmem: 256 * N * BLOCK };
    scrypt(normalForm(passphrase, "NFC"), salt, KEY_BYTES, options, (error, key) =>
      error ? fail(error) : done(new Uint8Array(key)),
    );
  });

export interface ProtectionFlags {
  readonly "encrypt-to"?: string;
  readonly "passphrase-file"?: string;
  readonly plain: boolean;
}

/** Throws `UsageError` unless exactly one way is named. */
export async function protectionOf(
  flags: ProtectionFlags,
  terminal: Terminal,
): Promise<Protection> {
  const { "encrypt-to": to, "passphrase-file": file, plain } = flags;
  if ([to !== undefined, file !== undefined, plain].filter(Boolean).length !== 1) {
    throw new UsageError(
      "name one of --encrypt-to FILE, --passphrase-file FILE and --plain: a backup has all secrets of the service",
    );
  }
  if (to !== undefined) {
    const key = await keyIn("encrypt-to", to, readPublicKey(fileText(terminal, "encrypt-to", to)));
    return { kind: "public_key", key };
  }
  if (file === undefined) return { kind: "plain" };
  const salt = new Uint8Array(randomBytes(SALT_BYTES));
  const key = await derive(passphraseIn(terminal, file), salt, SCRYPT_COST);
  return { kind: "derived", key, salt, cost: SCRYPT_COST };
}

export interface OpenerFlags {
  readonly key?: string;
  readonly "passphrase-file"?: string;
}

/** What a backup is opened with; which of it is needed says its header. */
export async function openerOf(flags: OpenerFlags, terminal: Terminal): Promise<Opener> {
  const { key: path, "passphrase-file": file } = flags;
  const passphrase = file === undefined ? undefined : passphraseIn(terminal, file);
  const privateKey =
    path === undefined
      ? undefined
      : await keyIn("key", path, readPrivateKey(fileText(terminal, "key", path)));
  // It is read twice, and derived once.
  const derived = new Map<string, Promise<Bytes>>();
  return {
    ...(privateKey && { privateKey }),
    ...(passphrase !== undefined && {
      derive(salt: Bytes, cost: number) {
        const name = `${cost} ${salt.join()}`;
        const key = derived.get(name) ?? derive(passphrase, salt, cost);
        derived.set(name, key);
        return key;
      },
    }),
  };
}

/** A new pair: the private half in a file that its owner alone reads, the public one as the answer. */
export async function makeBackupKey(path: string, { cwd }: Terminal): Promise<string> {
  const pair = await makeKeyPair();
  const place = resolve(cwd, path);
  try {
    writeFileSync(place, pair.private, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    const code = systemCode(cause);
    const why = code === "EEXIST" ? "is there already; name a new file" : `cannot be made: ${code}`;
    throw new StartError(`${place} ${why}`, { cause });
  }
  return pair.public.trimEnd();
}
