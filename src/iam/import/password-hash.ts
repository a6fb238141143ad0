/** The hash of a password in an entry, read into the form in which it is kept; nothing is computed. */
import { z } from "zod";
import { message } from "../../messages/message.ts";
import { refuse } from "../../settings/fields/field.ts";
import { type HashRefusal, readForeignHash } from "../../std/imported-hash/read-hash.ts";
import { passwordHashForm } from "../../std/password-hash-form.ts";

/** The refusal never repeats the hash. */
const hashFault = (reason: HashRefusal, scheme?: string) => {
  if (reason === "cost") return message("import.hash_cost");
  if (reason === "form") return message("import.hash_form");
  return message("import.hash_unknown", { scheme: scheme ?? "?" });
};

const MAX_LENGTH = 4_096;

export const passwordHash = z
  .string()
  .max(MAX_LENGTH, `must be at most ${MAX_LENGTH} characters`)
  .transform((text, context): string => {
    const read = readForeignHash(text);
    if ("hash" in read) return read.hash;
    return refuse(context, hashFault(read.refused, passwordHashForm(text)));
  });
