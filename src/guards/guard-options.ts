/** Static configuration of the guards: strict, and every fault on a line of its own (P-1). */
import type { z } from "zod";
import { StartError } from "../errors.ts";
import { writeFault } from "../settings/document/faults.ts";
import { parseStrictly } from "../settings/document/parse-strictly.ts";

/** @param name what the configuration is called in refusals, for example `iam_check` */
export function parseGuard<S extends z.ZodType>(
  schema: S,
  input: unknown,
  name: string,
): z.output<S> {
  const parsed = parseStrictly(schema, input ?? {});
  if (parsed.ok) return parsed.value as z.output<S>;
  throw new StartError(
    parsed.faults.map((fault) => `${name}: ${writeFault(fault, "options")}`).join("\n"),
  );
}
