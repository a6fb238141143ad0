/** Durations in settings: text such as `15m` in the document, a branded `Duration` in the output. */

import type { z } from "zod";
import { message } from "../../messages/message.ts";
import { type Duration, parseDuration } from "../../std/duration.ts";
import { optionalString, refuse } from "./field.ts";

export interface DurationRule {
  /** Smallest accepted value; without it the value must be positive. */
  readonly least?: string;
  /** Any value is accepted: zero and negative ones have a meaning. */
  readonly signed?: true;
  readonly most?: string;
  /** Replaces `setting` in the refusal, as in `invalid email code_lifetime` (auth-wire 4.1). */
  readonly rule?: string;
}

/** One-time codes of every kind live at most this long (P-8). */
export const MAX_CODE_LIFETIME = "720h";

/** A timer of the platforms counts 31 bits of milliseconds and fires at once beyond them. */
export const MAX_TIMER = "168h";

/** A duration with a default; absent and empty mean the default. */
export const duration = (fallback: string, rule: DurationRule = {}) =>
  optionalString
    .transform((value, context) => readDuration(value || fallback, rule, context))
    .meta({ default: fallback, format: "go-duration" });

/** A duration without default; absent and empty are undefined. */
export const optionalDuration = (rule: DurationRule = {}) =>
  optionalString
    .transform((value, context) => (value ? readDuration(value, rule, context) : undefined))
    .meta({ format: "go-duration" });

function readDuration(text: string, rule: DurationRule, context: z.RefinementCtx): Duration {
  const value = parseDuration(text);
  if (value === undefined) {
    return refuse(context, message("fault.duration"), rule.rule);
  }
  if (rule.signed) return value;
  if (rule.least === undefined && value <= 0)
    return refuse(context, message("fault.positive"), rule.rule);
  if (rule.least !== undefined && value < milliseconds(rule.least)) {
    return refuse(context, message("fault.least", { least: rule.least }), rule.rule);
  }
  if (rule.most !== undefined && value > milliseconds(rule.most)) {
    return refuse(context, message("fault.most", { most: rule.most }), rule.rule);
  }
  return value;
}

function milliseconds(text: string): Duration {
  const value = parseDuration(text);
  if (value === undefined) throw new TypeError(`not a duration: ${text}`);
  return value;
}
