/** `toJson`: a value as Go's encoding/json writes it, keys sorted and `< > &` escaped. */

import { type Budget, Output } from "./budget.ts";
import { TemplateError } from "./template-error.ts";
import { Byte, Dictionary, List, TemplateRecord, type Value } from "./value.ts";

export function toJson(value: Value, budget: Budget): string {
  const output = new Output(budget);
  write(value, budget, output, 0);
  return output.text;
}

function write(value: Value, budget: Budget, output: Output, depth: number): void {
  budget.spend();
  budget.checkDataDepth(depth);
  if (value == null) output.write("null");
  else if (value instanceof List) {
    output.write("[");
    for (let index = 0; index < value.items.length; index++) {
      if (index > 0) output.write(",");
      write(value.at(index), budget, output, depth + 1);
    }
    output.write("]");
  } else if (value instanceof Dictionary || value instanceof TemplateRecord) {
    const keys = value instanceof Dictionary ? value.sortedKeys() : value.names();
    budget.spend(keys.length);
    output.write("{");
    keys.forEach((key, index) => {
      output.write(`${index > 0 ? "," : ""}${text(key)}:`);
      write(value.get(key), budget, output, depth + 1);
    });
    output.write("}");
  } else output.write(scalar(value));
}

function scalar(value: boolean | bigint | number | string | Byte): string {
  if (typeof value === "string") return text(value);
  if (value instanceof Byte) return String(value.value);
  if (typeof value !== "number") return String(value);
  if (!Number.isFinite(value)) {
    throw new TemplateError("execute", `json: unsupported value: ${value}`);
  }
  return Object.is(value, -0) ? "-0" : String(value);
}

function text(value: string): string {
  const encode = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, encode);
}
