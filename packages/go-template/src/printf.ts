/** `printf`: Go's format language, with its way of writing errors into the text. */

import { type Budget, Output } from "./budget.ts";
import type { Style } from "./format-style.ts";
import { Formatter } from "./format-value.ts";
import { integerOf, typeName, type Value } from "./value.ts";

export function printf(format: string, values: readonly Value[], budget: Budget): string {
  const output = new Output(budget);
  new Printf(format, values, budget, output).run();
  return output.text;
}

/** Go takes no number above this for a width or an index. */
const TOO_LARGE = 1_000_000;

class Printf {
  private readonly format: string;
  private readonly values: readonly Value[];
  private readonly budget: Budget;
  private readonly output: Output;
  private readonly formatter: Formatter;
  private at = 0;
  private next = 0;
  private indexed = false;
  private goodIndex = true;

  constructor(format: string, values: readonly Value[], budget: Budget, output: Output) {
    this.format = format;
    this.values = values;
    this.budget = budget;
    this.output = output;
    this.formatter = new Formatter(budget, output);
  }

  run(): void {
    while (this.at < this.format.length) {
      const percent = this.format.indexOf("%", this.at);
      const end = percent < 0 ? this.format.length : percent;
      if (end > this.at) this.output.write(this.format.slice(this.at, end));
      this.at = end + 1;
      if (percent >= 0) this.directive();
    }
    if (!this.indexed && this.next < this.values.length) this.extra();
  }

  private directive(): void {
    this.budget.spend();
    this.indexed = false;
    this.goodIndex = true;
    const style = this.flags();
    let after = this.index();
    if (this.format[this.at] === "*") {
      this.starWidth(style);
      after = false;
    } else {
      style.width = this.number();
      if (after && style.width !== undefined) this.goodIndex = false;
    }
    if (this.format[this.at] === ".") {
      this.at += 1;
      if (after) this.goodIndex = false;
      after = this.index();
      if (this.format[this.at] === "*") {
        this.starPrecision(style);
        after = false;
      } else style.precision = this.number() ?? 0;
    }
    if (!after) this.index();
    this.budget.checkWidth(Math.max(style.width ?? 0, style.precision ?? 0));
    this.verb(style);
  }

  private verb(style: Style): void {
    const point = this.format.codePointAt(this.at);
    const verb = point === undefined ? "" : String.fromCodePoint(point);
    this.at += verb.length;
    if (verb === "") this.output.write("%!(NOVERB)");
    else if (verb === "%") this.output.write("%");
    else if (!this.goodIndex) this.output.write(`%!${verb}(BADINDEX)`);
    else if (this.next >= this.values.length) this.output.write(`%!${verb}(MISSING)`);
    else {
      if (verb === "v" && style.sharp) Object.assign(style, { sharp: false, source: true });
      if (verb === "v" && style.plus) Object.assign(style, { plus: false, named: true });
      const value = this.values[this.next];
      this.next += 1;
      this.formatter.argument(value, verb, style);
    }
  }

  private flags(): Style {
    const style = { minus: false, plus: false, sharp: false, space: false, zero: false };
    for (; ; this.at++) {
      const flag = this.format[this.at];
      if (flag === "-") style.minus = true;
      else if (flag === "+") style.plus = true;
      else if (flag === "#") style.sharp = true;
      else if (flag === " ") style.space = true;
      else if (flag === "0") style.zero = true;
      else return { ...style, source: false, named: false };
    }
  }

  /** `[2]` chooses the next argument; true when there was one. */
  private index(): boolean {
    if (this.format[this.at] !== "[") return false;
    this.indexed = true;
    const close = this.format.indexOf("]", this.at);
    this.budget.spendOn((close < 0 ? this.format.length : close) - this.at);
    const inner = close < 0 ? "" : this.format.slice(this.at + 1, close);
    this.at = close < 0 ? this.at + 1 : close + 1;
    const chosen = /^\d{1,7}$/.test(inner) ? Number(inner) : 0;
    if (chosen < 1 || chosen > this.values.length) {
      this.goodIndex = false;
      return /^\d{1,7}$/.test(inner);
    }
    this.next = chosen - 1;
    return true;
  }

  private number(): number | undefined {
    const start = this.at;
    while (/[0-9]/.test(this.format[this.at] ?? "")) this.at += 1;
    return this.at > start ? Number(this.format.slice(start, this.at)) : undefined;
  }

  private starWidth(style: Style): void {
    const width = this.starValue();
    if (width === undefined) this.output.write("%!(BADWIDTH)");
    else style.width = Math.abs(width);
    if (width === undefined || width >= 0) return;
    style.minus = true;
    style.zero = false;
  }

  private starPrecision(style: Style): void {
    const precision = this.starValue();
    if (precision !== undefined && precision >= 0) style.precision = precision;
    else this.output.write("%!(BADPREC)");
  }

  private starValue(): number | undefined {
    this.at += 1;
    if (this.next >= this.values.length) return undefined;
    const value = integerOf(this.values[this.next]);
    this.next += 1;
    if (value === undefined || value > TOO_LARGE || value < -TOO_LARGE) return undefined;
    return Number(value);
  }

  private extra(): void {
    this.output.write("%!(EXTRA ");
    this.values.slice(this.next).forEach((value, index) => {
      if (index > 0) this.output.write(", ");
      if (value !== undefined && value !== null) this.output.write(`${typeName(value)}=`);
      this.formatter.plain(value);
    });
    this.output.write(")");
  }
}
