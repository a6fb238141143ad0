/**
 * The codes that wait for one subject: they count side by side until one of them is used, which ends them all
 * (decision E-12). Each confirms what its own mail was asked for, and none takes another's place.
 */
import { AuthError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { CountRule } from "../std/counter.ts";
import { type Duration, durationOf } from "../std/duration.ts";
import { encodeHex } from "../std/hex.ts";
import type { CodeStore } from "./code-store.ts";
import type { CodePayload } from "./kinds.ts";

export type MailedKind = "email" | "signup" | "password_reset" | "address_change";
/** Where a code belongs, as its payload has it. */
export type Round = CodePayload<MailedKind>["round"];

export interface RoundParts {
  readonly codes: CodeStore;
  readonly runtime: Pick<Runtime, "clock" | "random">;
}

/** Codes of one round; a further one is not made. Limits on mails are reached long before, unless they are off. */
const MAX_CODES = 20;
/** Wrong letters, for all codes of a round together. */
const MAX_WRONG_CODES = 5;
const MARK_BYTES = 16;
/** Requests for one subject at the same moment. */
const MAX_DRAWS = 5;

/** A round begins in one span of a lifetime, and its last code ends in the next. */
const lifeOf = ({ lifetime }: Pick<Round, "lifetime">): Duration => durationOf(2 * lifetime);

const placeOf = (kind: MailedKind, { subject, lifetime, span }: Omit<Round, "mark">): string =>
  `${kind} ${subject} ${lifetime} ${span}`;

const wrongOf = ({ runtime }: RoundParts, round: Round): [string, CountRule] => [
  `typed ${round.mark}`,
  { at: runtime.clock.now(), window: lifeOf(round), most: MAX_WRONG_CODES },
];

/** The round that is open, or a new one. */
async function openRound(
  { codes, runtime }: RoundParts,
  kind: MailedKind,
  about: Omit<Round, "mark">,
): Promise<Round> {
  const place = placeOf(kind, about);
  for (let draws = 1; ; draws++) {
    const open = await codes.get("mailed_round", place);
    if (open) return { ...about, mark: open.mark };
    const mark = encodeHex(runtime.random(MARK_BYTES));
    try {
      await codes.put("mailed_round", place, { mark }, lifeOf(about));
      return { ...about, mark };
    } catch (error) {
      const taken = error instanceof AuthError && error.code === "conflict";
      if (!taken || draws === MAX_DRAWS) throw error;
    }
  }
}

/**
 * The round of a new code. One in which too many wrong codes were typed gives way to another. Undefined when as
 * many codes wait as may.
 * @param subject whom the codes are for: two subjects never end each other's codes
 */
export async function joinRound(
  parts: RoundParts,
  kind: MailedKind,
  subject: string,
  lifetime: Duration,
): Promise<Round | undefined> {
  const { codes, runtime } = parts;
  const about = { subject, lifetime, span: Math.floor(runtime.clock.now() / lifetime) };
  let round = await openRound(parts, kind, about);
  if (!(await isStillTyped(parts, round))) {
    await codes.take("mailed_round", placeOf(kind, about));
    round = await openRound(parts, kind, about);
  }
  const rule = { at: runtime.clock.now(), window: lifeOf(round), most: MAX_CODES };
  return (await codes.reserve(`mailed ${round.mark}`, rule)).granted ? round : undefined;
}

/** Whether letters may still be tried. */
async function isStillTyped(parts: RoundParts, round: Round): Promise<boolean> {
  const counted = await countTyped(parts, round);
  await counted?.right();
  return counted !== undefined;
}

/** Counts one try before it is compared, so that parallel ones are no more (I-7); undefined for one too many. */
export async function countTyped(
  parts: RoundParts,
  round: Round,
): Promise<{ right(): Promise<void> } | undefined> {
  const [counter, rule] = wrongOf(parts, round);
  const { granted, until } = await parts.codes.reserve(counter, rule);
  return granted ? { right: () => parts.codes.giveBack(counter, until) } : undefined;
}

export const isOpen = async (codes: CodeStore, kind: MailedKind, round: Round): Promise<boolean> =>
  (await codes.get("mailed_round", placeOf(kind, round)))?.mark === round.mark;

/** Ends all codes of the subject. True for the one caller, on any instance, who ended this round. */
export async function endRound(codes: CodeStore, kind: MailedKind, round: Round): Promise<boolean> {
  const { span, mark } = round;
  const own = await codes.take("mailed_round", placeOf(kind, round));
  for (const beside of [span - 1, span + 1]) {
    await codes.take("mailed_round", placeOf(kind, { ...round, span: beside }));
  }
  return own?.mark === mark;
}
