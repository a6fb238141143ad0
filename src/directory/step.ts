/** The steps in which a directory is asked, so that a failure says which of them it was. */

import { AuthError } from "../errors.ts";
import { type Message, message, messageAt } from "../messages/message.ts";
import { DirectoryFailure } from "../runtime/ldap.ts";

export type Step = "connect" | "bind" | "user" | "groups";

/** A step failed. The text is for administrators and repeats nothing of what the other side sent. */
export class StepFailed extends Error {
  readonly step: Step;
  /** Without the name of the step. */
  readonly reason: Message;

  constructor(step: Step, reason: Message, options?: ErrorOptions) {
    super(`${step}: ${reason.text}`, options);
    this.name = "StepFailed";
    this.step = step;
    this.reason = reason;
  }
}

/** The reason, with the step before it. */
export const stepMessage = ({ step, reason }: StepFailed): Message => messageAt(step, reason);

/** Runs one step; everything that goes wrong in it becomes its failure. */
export async function inStep<T>(step: Step, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StepFailed || error instanceof AuthError) throw error;
    const reason = error instanceof DirectoryFailure ? error.said : message("ldap.unexpected");
    throw new StepFailed(step, reason, { cause: error });
  }
}

/**
 * The refusal of a management route (auth-wire 6.1): `message`, and the step with its reason in `error`.
 * Other errors stay what they are.
 */
export function refusalOf(error: unknown, message: string): unknown {
  if (!(error instanceof StepFailed)) return error;
  const text =
    error.step === "connect" || error.step === "bind" ? "ldap connection problem" : message;
  return new AuthError("server_error", text, {
    ...{ detail: error.message, messages: [stepMessage(error)], cause: error },
  });
}
