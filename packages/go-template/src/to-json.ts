/** `toJson` and its kin: a value as Go's encoding/json writes it, keys sorted. */

import { type Budget, Output } from "./budget.ts";
import { TemplateError } from "./template-error.ts";
import { JSON_LAYOUT, Time } from "./time.ts";
import { writeTime } from "./time-format.ts";
import { Byte, DataNumber, Dictionary, List, TemplateRecord, type Value } from "./value.ts";

/** On one line, with `< > &` escaped so that HTML can hold it. */
export function toJson(value: Value, budget: Budget): string {
  return new Writer(budget, { escapes: true, indent: "" }).json(value);
}

/** On lines, each level two spaces further in. */
export function toPrettyJson(value: Value, budget: Budget): string {
  return new Writer(budget, { escapes: true, indent: "  " }).json(value);
}

/** On one line, `< > &` as they are. */
export function toRawJson(value: Value, budget: Budget): string {
  return new Writer(budget, { escapes: false, indent: "" }).json(value);
}

class Writer {
  private readonly budget: Budget;
  private readonly output: Output;
  private readonly escapes: boolean;
  private readonly indent: string;

  constructor(budget: Budget, { escapes, indent }: { escapes: boolean; indent: string }) {
    this.budget = budget;
    this.output = new Output(budget);
    this.escapes = escapes;
    this.indent = indent;
  }

  json(value: Value): string {
    this.write(value, 0);
    return this.output.text;
  }

  private write(value: Value, depth: number): void {
    this.budget.spend();
    this.budget.checkDataDepth(depth);
    if (value == null) this.output.write("null");
    else if (value instanceof List) {
      this.group("[", "]", value.items.length, depth, (index) => {
        this.write(value.at(index), depth + 1);
      });
    } else if (value instanceof Dictionary || value instanceof TemplateRecord) {
      const keys = value instanceof Dictionary ? value.sortedKeys() : value.names();
      this.budget.spend(keys.length);
      this.group("{", "}", keys.length, depth, (index) => {
        const key = keys[index] ?? "";
        this.output.write(`${this.text(key)}:${this.indent === "" ? "" : " "}`);
        this.write(value.get(key), depth + 1);
      });
    } else this.output.write(this.scalar(value));
  }

  private group(
    open: string,
    close: string,
    count: number,
    depth: number,
    item: (index: number) => void,
  ): void {
    const line = this.indent === "" ? "" : `\n${this.indent.repeat(depth)}`;
    this.output.write(open);
    for (let index = 0; index < count; index++) {
      this.output.write(`${index > 0 ? "," : ""}${line === "" ? "" : line + this.indent}`);
      item(index);
    }
    this.output.write(`${count > 0 ? line : ""}${close}`);
  }

  private scalar(value: boolean | bigint | number | string | Byte | DataNumber | Time): string {
    if (typeof value === "string") return this.text(value);
    if (value instanceof Byte) return String(value.value);
    if (value instanceof Time) return this.text(writeTime(value, JSON_LAYOUT));
    const number = value instanceof DataNumber ? value.value : value;
    if (typeof number !== "number") return String(number);
    if (!Number.isFinite(number)) {
      throw new TemplateError("execute", `json: unsupported value: ${number}`);
    }
    return Object.is(number, -0) ? "-0" : String(number);
  }

  private text(value: string): string {
    const encode = (character: string) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    const risky = this.escapes ? /[<>&\u2028\u2029]/g : /[\u2028\u2029]/g;
    return JSON.stringify(value).replace(risky, encode);
  }
}
