/** A form of the account page that is sent twice has the answer of the first time, and does nothing more (B-5). */
import {
  actOnce,
  answerInAMoment,
  FOR_A_CLICK,
  keepAnswer,
  keptAnswer,
} from "../../codes/sent-forms.ts";
import { AuthError } from "../../errors.ts";
import { durationOf } from "../../std/duration.ts";
import { FORM_LIFETIME_SECONDS } from "../endpoint/form-token.ts";
import type { AccountForm, AccountVisit, FormAnswer, FormOutcome } from "./panel.ts";

/** As long as the page of the form can be sent. */
const KEPT = durationOf(FORM_LIFETIME_SECONDS * 1_000);

/** One form as its page sends it. */
export interface SentForm {
  readonly form: AccountForm;
  /** Of the page. */
  readonly token: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const idOf = ({ form, token, fields }: SentForm) => [
  "account form",
  form.path,
  token,
  JSON.stringify(fields),
];

/** What it shows may be a secret: it opens with the key of the service alone, and for a minute. */
const shownId = (sent: SentForm) => [...idOf(sent), "shown"];
const locationOf = (sent: SentForm) => ({
  ...{ table: "auth_flow_codes", row: sent.token, field: sent.form.path },
});

/** What is kept of an answer; undefined for one that did nothing, and for a page that is made anew. */
async function keep(
  { call: { service } }: AccountVisit,
  sent: SentForm,
  answer: FormAnswer,
): Promise<string | undefined> {
  if (answer instanceof Response) return sent.form.followed ? "{}" : undefined;
  if (answer === "done") return JSON.stringify(answer);
  const { shown, ...outcome } = answer;
  if (outcome.problem !== undefined) return undefined;
  if (shown !== undefined && !sent.form.again) {
    const sealed = await service.store.box.seal(locationOf(sent), JSON.stringify(shown));
    await keepAnswer(service, shownId(sent), FOR_A_CLICK, sealed);
  }
  return JSON.stringify(outcome);
}

async function repeated(visit: AccountVisit, sent: SentForm, kept: string): Promise<FormAnswer> {
  const { service } = visit.call;
  if (sent.form.followed) return sent.form.followed(visit.call);
  if (sent.form.again) return sent.form.again(visit);
  const answer: FormAnswer = JSON.parse(kept);
  if (answer === "done") return answer;
  const { shownBefore, ...outcome } = answer as FormOutcome;
  if (shownBefore === undefined) return outcome;
  const sealed = await keptAnswer(service, shownId(sent));
  const shown =
    sealed && (await service.store.box.open(locationOf(sent), sealed).catch(() => undefined));
  return shown ? { ...outcome, shown: JSON.parse(shown) } : { status: 200, notice: shownBefore };
}

const isGone = (error: unknown) => error instanceof AuthError && error.code === "not_found";

/** A page does not say to the one who took something away that it never was, on whichever page they do it again. */
async function removeOnce(
  { call: { service }, principal }: AccountVisit,
  { form, fields }: SentForm,
  act: () => Promise<FormAnswer>,
): Promise<FormAnswer> {
  const removed = ["account removed", principal.id, form.path, JSON.stringify(fields)];
  try {
    const answer = await act();
    const did = answer === "done" || !(answer instanceof Response || answer.problem);
    if (did) await keepAnswer(service, removed, KEPT, JSON.stringify(answer));
    return answer;
  } catch (error) {
    const kept = isGone(error)
      ? await answerInAMoment(() => keptAnswer(service, removed))
      : undefined;
    if (kept === undefined) throw error;
    return JSON.parse(kept);
  }
}

/** @param act what the form does when it is sent for the first time */
export async function answerOnce(
  visit: AccountVisit,
  sent: SentForm,
  act: () => Promise<FormAnswer>,
): Promise<FormAnswer> {
  const { twice } = sent.form;
  if (twice === undefined) return act();
  if (twice === "removed") return removeOnce(visit, sent, act);
  let acted: FormAnswer | undefined;
  const kept = await actOnce(visit.call.service, idOf(sent), KEPT, async () => {
    acted = await act();
    return keep(visit, sent, acted);
  });
  return acted ?? repeated(visit, sent, kept ?? "{}");
}
