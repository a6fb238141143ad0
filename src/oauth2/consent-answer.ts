/**
 * What was decided on a flow, for a form that is sent twice: a browser shows the answer to the second click. The same
 * person gets the same answer to the same decision while it can still be used (B-5, K-5).
 */
import type { Call } from "../call.ts";
import type { CodePayload } from "../codes/kinds.ts";
import { answerInAMoment } from "../codes/sent-forms.ts";
import { durationOf } from "../std/duration.ts";

export type AnsweredConsent = CodePayload<"consent_answer">;

/** A code lives no longer (O4). */
const LIFETIME = durationOf(60_000);
const locationOf = (flow: string) => ({ table: "auth_flow_codes", row: flow, field: "url" });

/** The answer opens with the key of the service alone: it holds the code. */
export async function keepAnswer(
  call: Call,
  flow: string,
  decided: Omit<AnsweredConsent, "url">,
  url: string,
): Promise<void> {
  const { store, codes, runtime } = call.service;
  try {
    const sealed = await store.box.seal(locationOf(flow), url);
    await codes.put("consent_answer", flow, { ...decided, url: sealed }, LIFETIME);
  } catch (error) {
    // The decision stands; only a second click would be told that it came late.
    runtime.log.warn("the answer to a consent could not be kept", { error });
  }
}

/** What was decided on a flow that is gone. */
export const keptAnswer = (call: Call, flow: string): Promise<AnsweredConsent | undefined> =>
  answerInAMoment(() => call.service.codes.get("consent_answer", flow));

/** Where the browser goes once more; undefined when the code was used meanwhile, or is over. */
export async function answeredUrl(
  call: Call,
  flow: string,
  { approved, url: sealed }: AnsweredConsent,
): Promise<string | undefined> {
  const { store, codes } = call.service;
  const url = await store.box.open(locationOf(flow), sealed).catch(() => undefined);
  if (url === undefined || !approved) return url;
  const code = new URL(url).searchParams.get("code") ?? "";
  return (await codes.get("oauth_code", code)) && url;
}
