/** The one parser from a stored or incoming document to typed values, or to a refusal that names the member. */
import type { z } from "zod";
import type { Message } from "../../messages/message.ts";
import { describeFaults, type Faults } from "./faults.ts";

interface Refused {
  readonly ok: false;
  readonly message: string;
  /** The one that all faults agree on, as `Faults` has it. */
  readonly rule?: string | undefined;
  readonly detail: string;
  /** The detail by id. */
  readonly messages: readonly Message[];
}

export type Parsed<T> =
  | {
      readonly ok: true;
      /** Complete: every default is filled in. For use, never for storing. */
      readonly value: T;
      /** As written. For storing: a better default reaches everyone, and members that are not ours stay. */
      readonly document: Readonly<Record<string, unknown>>;
    }
  | Refused;

/** @param root what the document is called when it is itself at fault */
export function parseDocument<T>(
  schema: z.ZodType<T>,
  document: unknown,
  root: string,
  message: (faults: Faults) => string,
): Parsed<T> {
  const result = schema.safeParse(document);
  if (result.success) {
    const written = document as Readonly<Record<string, unknown>>;
    return { ok: true, value: result.data, document: written };
  }
  const faults = describeFaults(result.error.issues, document, root);
  const { rule, detail, messages } = faults;
  return { ok: false, message: message(faults), rule, detail, messages };
}
