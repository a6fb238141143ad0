/** One value under one `printf` verb; a list, map or record applies it to each element. */

import type { Budget, Output } from "./budget.ts";
import { formatFloat } from "./format-float.ts";
import { byteSource, formatInteger } from "./format-integer.ts";
import { PLAIN, pad, type Style } from "./format-style.ts";
import { formatText } from "./format-text.ts";
import { TEXT_LAYOUT, Time } from "./time.ts";
import { writeTime } from "./time-format.ts";
import {
  Byte,
  DataNumber,
  Dictionary,
  List,
  TemplateRecord,
  typeName,
  type Value,
} from "./value.ts";

const FLOAT_VERBS = "eEfFgGxXbv";

export class Formatter {
  private readonly budget: Budget;
  private readonly output: Output;

  constructor(budget: Budget, output: Output) {
    this.budget = budget;
    this.output = output;
  }

  /** As `%v` writes it. */
  plain(value: Value): void {
    this.argument(value, "v", PLAIN);
  }

  /** An argument of `printf`; `%T` and nil are special only here. */
  argument(value: Value, verb: string, style: Style): void {
    if (verb === "T") this.output.write(formatText(typeName(value), "s", style) ?? "");
    else if (value !== undefined && value !== null) this.value(value, verb, style, 0);
    else if (verb === "v") this.output.write(pad("<nil>", style));
    else this.output.write(`%!${verb}(<nil>)`);
  }

  /** A value whose verb does not fit: `%!d(string=x)`. */
  misfit(value: Value, verb: string, style: Style, depth: number): void {
    this.output.write(`%!${verb}(${typeName(value)}=`);
    this.value(value, "v", style, depth);
    this.output.write(")");
  }

  private value(value: Value, verb: string, style: Style, depth: number): void {
    this.budget.spend();
    this.budget.checkDataDepth(depth);
    if (value === undefined || value === null) {
      this.output.write(style.source ? "interface {}(nil)" : "<nil>");
    } else if (value instanceof List) this.list(value, verb, style, depth);
    else if (value instanceof Dictionary) this.dictionary(value, verb, style, depth);
    else if (value instanceof TemplateRecord) this.record(value, verb, style, depth);
    else {
      const text = formatScalar(value, verb, style);
      if (text === undefined) this.misfit(value, verb, style, depth);
      else this.output.write(text);
    }
  }

  private list(list: List, verb: string, style: Style, depth: number): void {
    this.output.write(style.source ? `${typeName(list)}{` : "[");
    for (let index = 0; index < list.items.length; index++) {
      if (index > 0) this.output.write(style.source ? ", " : " ");
      this.value(list.at(index), verb, style, depth + 1);
    }
    this.output.write(style.source ? "}" : "]");
  }

  private dictionary(map: Dictionary, verb: string, style: Style, depth: number): void {
    this.output.write(style.source ? `${typeName(map)}{` : "map[");
    const keys = map.sortedKeys();
    this.budget.spend(keys.length);
    keys.forEach((key, index) => {
      if (index > 0) this.output.write(style.source ? ", " : " ");
      this.value(key, verb, style, depth + 1);
      this.output.write(":");
      this.value(map.get(key), verb, style, depth + 1);
    });
    this.output.write(style.source ? "}" : "]");
  }

  private record(record: TemplateRecord, verb: string, style: Style, depth: number): void {
    this.output.write(style.source ? `${record.type}{` : "{");
    record.names().forEach((name, index) => {
      if (index > 0) this.output.write(style.source ? ", " : " ");
      if (style.source || style.named) this.output.write(`${name}:`);
      this.value(record.get(name), verb, style, depth + 1);
    });
    this.output.write("}");
  }
}

/** undefined when the verb does not fit the type. */
function formatScalar(
  value: boolean | bigint | number | string | Byte | DataNumber | Time,
  verb: string,
  style: Style,
): string | undefined {
  if (typeof value === "string") return formatText(value, verb, style);
  if (typeof value === "bigint") return formatInteger(value, verb, style);
  if (typeof value === "boolean") {
    return verb === "t" || verb === "v" ? pad(String(value), style) : undefined;
  }
  if (value instanceof Byte) {
    if (verb === "v" && style.source) return byteSource(value.value);
    return formatInteger(BigInt(value.value), verb, style);
  }
  if (value instanceof Time) return formatText(writeTime(value, TEXT_LAYOUT), verb, style);
  if (value instanceof DataNumber) return formatDataNumber(value, verb, style);
  return FLOAT_VERBS.includes(verb) ? formatFloat(value, verb, style) : undefined;
}

/** A float64 to the verbs of one, an integer to those of integers alone, such as `%d`. */
function formatDataNumber(number: DataNumber, verb: string, style: Style): string | undefined {
  if (FLOAT_VERBS.includes(verb)) return formatFloat(number.value, verb, style);
  const integer = number.integer();
  return integer === undefined ? undefined : formatInteger(integer, verb, style);
}
