/** Whether mail gets out: the last tries, and a look at the relay that holds up no caller (M-3). */

import { type Call, partOf, type Service } from "../call.ts";
import { mailWarnings } from "../mail/health.ts";
import { reasonOf } from "../mail/outbox.ts";
import { type Delivery, deliveryOf, type NoDelivery } from "../mail/relay.ts";
import { type Message, message } from "../messages/message.ts";
import { warningsOf } from "../records/warnings.ts";
import { type Check, type Problem, warned } from "./finding.ts";

/** Milliseconds between two looks at one relay, however often the doctor is asked. */
const PAUSE_MS = 60_000;

interface Look {
  /** The settings that it was made with: others deserve another look at once. */
  readonly settings: object;
  readonly at: number;
  /** The reason, or undefined when the relay takes mail. */
  readonly outcome: Promise<Message | undefined>;
}

const lookOf = partOf((): { last: Look | undefined } => ({ last: undefined }));

async function look({ transport, relay }: Delivery): Promise<Message | undefined> {
  try {
    await transport.verify?.(relay);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** At most one connection a minute; a look that has begun is shared by all who ask. */
function lookAtRelay(service: Service, settings: object, delivery: Delivery): Look["outcome"] {
  const at = service.runtime.clock.now();
  const memo = lookOf(service);
  const { last } = memo;
  if (last?.settings === settings && at - last.at < PAUSE_MS) return last.outcome;
  const outcome = look(delivery);
  memo.last = { settings, at, outcome };
  return outcome;
}

const repair = { tab: "email", setting: "email.smtp" } as const;

async function examineMail({ service, snapshot }: Call): Promise<Problem | undefined> {
  const { email } = snapshot.settings;
  const delivery: Delivery | NoDelivery = deliveryOf(email, service.runtime);
  if (delivery === "off") {
    return { severity: "hint", message: message("doctor.mail.off") };
  }
  const warnings = mailWarnings(service);
  if (typeof delivery === "string")
    return warned("danger", message("doctor.mail.unavailable"), warnings);
  const refusal = await lookAtRelay(service, email, delivery);
  if (refusal !== undefined) {
    return warned("danger", message("doctor.mail.refused"), [refusal, ...warnings]);
  }
  return warned("warning", message("doctor.mail.risky"), warnings);
}

const mail: Check = {
  id: "mail",
  repair,
  examine: examineMail,
};

const signup: Check = {
  id: "signup",
  repair: { tab: "signup", setting: "signup" },
  examine: (call) => warned("warning", message("doctor.signup.risky"), warningsOf(call, "signup")),
};

export const mailChecks: readonly Check[] = [mail, signup];
