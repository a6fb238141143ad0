/**
 * What was decided on a flow, for a form that is sent twice: a browser shows the answer to the second click. The same
 * person gets the same answer to the same decision while it can still be used (B-5, K-5).
 */
import type { Call } from "../call.ts";
import type { CodePayload } from "../codes/kinds.ts";
import { answerInAMoment } from "../codes/sent-forms.ts";
import { durationOf } from "../std/duration.ts";
import type { ClientAnswer } from "./authorization-response.ts";

export type AnsweredConsent = CodePayload<"consent_answer">;

/** A code lives no longer (O4). */
const LIFETIME = durationOf(60_000);
const locationOf = (flow: string) => ({ table: "auth_flow_codes", row: flow, field: "answer" });

/** The answer opens with the key of the service alone: it holds the code. */
export async function keepAnswer(
  call: Call,
  flow: string,
  decided: Omit<AnsweredConsent, "answer">,
  answer: ClientAnswer,
): Promise<void> {
  const { store, codes, runtime } = call.service;
  try {
    const sealed = await store.box.seal(locationOf(flow), JSON.stringify(answer));
    await codes.put("consent_answer", flow, { ...decided, answer: sealed }, LIFETIME);
  } catch (error) {
    // The decision stands; only a second click would be told that it came late.
    runtime.log.warn("the answer to a consent could not be kept", { error });
  }
}

/** What was decided on a flow that is gone. */
export const keptAnswer = (call: Call, flow: string): Promise<AnsweredConsent | undefined> =>
  answerInAMoment(() => call.service.codes.get("consent_answer", flow));

/** What the client is answered once more; undefined when the code was used meanwhile, or is over. */
export async function answeredBefore(
  call: Call,
  flow: string,
  { approved, answer: sealed }: AnsweredConsent,
): Promise<ClientAnswer | undefined> {
  const { store, codes } = call.service;
  const opened = await store.box.open(locationOf(flow), sealed).catch(() => undefined);
  const answer: ClientAnswer | undefined = opened && JSON.parse(opened);
  if (!answer || !approved) return answer;
  return (await codes.get("oauth_code", answer.members.code ?? "")) && answer;
}
