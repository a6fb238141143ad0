/** `passkey` namespace: WebAuthn relying party profiles and enrollment (auth-wire 4.1, 6.6). */

import { z } from "zod";
import { type Message, message } from "../../messages/message.ts";
import { validHost } from "../../std/host.ts";
import { hostWithin, parseOrigin } from "../fields/address-field.ts";
import { attemptLimits } from "../fields/attempts-field.ts";
import { duration } from "../fields/duration-field.ts";
import {
  addFault,
  checkedList,
  checkedText,
  choices,
  flag,
  section,
  text,
} from "../fields/field.ts";
import { namespace } from "../kind.ts";
import { RECORDED_METHODS } from "../login-methods.ts";

const VERIFICATION = ["preferred", "required", "discouraged"] as const;

const ORIGIN = message("fault.origin_such_as", { example: "https://app.example.com" });
const RP_ID = message("fault.rp_id");

/** Lower case, as host names of parsed URLs are. */
const relyingPartyId = () =>
  checkedText((value) => validHost(value) && !/:\d+$/.test(value), RP_ID)
    .transform((value) => value.toLowerCase())
    .meta({ default: "" })
    .meta({ title: "Relying party ID" });

const displayName = () => text().meta({ title: "Display name" });

/** A native app names itself by the hash of its signing key. */
const appOrigin = (entry: string) =>
  /^android:apk-key-hash:[A-Za-z0-9_-]{43}$/.test(entry) ? entry : undefined;

const site = z.object({
  name: text().meta({ title: "Name" }),
  rp_id: relyingPartyId(),
  rp_display_name: displayName(),
  origins: checkedList(parseOrigin, ORIGIN).meta({ title: "Origins" }),
});

/** Other words act as `preferred` (auth-wire 4.2). */
const userVerification = () =>
  text()
    .transform((value) => VERIFICATION.find((word) => word === value) ?? "preferred")
    .meta({ default: "preferred", enum: [...VERIFICATION] })
    .meta({ title: "User verification" });

const schema = z
  .object({
    disabled: flag().meta({ title: "Disabled" }),
    rp_id: relyingPartyId().meta({
      description: "Empty means the registrable domain of the request host.",
    }),
    rp_display_name: displayName(),
    origins: checkedList((entry) => parseOrigin(entry) ?? appOrigin(entry), ORIGIN).meta({
      title: "Origins",
      description: "Empty means the origin of the request.",
    }),
    user_verification: userVerification(),
    sites: z
      .array(site)
      .nullish()
      .transform((sites) => sites ?? [])
      .meta({ default: [] })
      .meta({
        title: "Sites",
        description: "Profiles for other domains; the origin of a request selects one.",
      }),
    attempts: attemptLimits({
      counted: "Sign-ins and registrations begun",
      account: "one user who registers",
      ...{ per_account: 50, per_network: 1_000, window: "15m" },
    }).meta({ title: "Attempts" }),
    enrollment: section({
      enabled: flag().meta({ title: "Offer a passkey after sign-in" }),
      methods: choices(RECORDED_METHODS, RECORDED_METHODS).meta({ title: "After signing in with" }),
      prompt_when_registered: flag().meta({ title: "Also to users who already have one" }),
      snooze_duration: duration("720h", { least: "0s" }).meta({
        title: "Pause after declining",
        description: "0s asks again at the next sign-in.",
      }),
    }).meta({ title: "Offer to set up a passkey" }),
  })
  .superRefine((value, context) => {
    for (const { path, reason } of siteFaults(value.sites)) {
      addFault(context, reason, ["sites", ...path]);
    }
  })
  .meta({ id: "PasskeySettings", title: "Passkeys" });

export const passkey = namespace({
  schema,
  example: {
    rp_id: "example.com",
    rp_display_name: "Example",
    origins: ["https://id.example.com"],
    enrollment: { enabled: true, snooze_duration: "720h" },
  },
  tab: { hash: "passkey", group: "signIn", icon: "fingerprint" },
});

type Site = z.output<typeof site>;

interface Fault {
  readonly path: readonly (string | number)[];
  readonly reason: Message;
}

/** Each origin leads to exactly one profile, and only to one that a browser would accept for it. */
function* siteFaults(sites: readonly Site[]): Generator<Fault> {
  const names = new Set<string>();
  const origins = new Set<string>();
  for (const [index, { name, rp_id, origins: own }] of sites.entries()) {
    if (name.trim() === "") yield { path: [index, "name"], reason: message("fault.required") };
    else if (names.has(name)) yield { path: [index, "name"], reason: message("fault.site_taken") };
    names.add(name);
    if (rp_id === "") yield { path: [index, "rp_id"], reason: message("fault.required") };
    if (own.length === 0) yield { path: [index, "origins"], reason: message("fault.site_origins") };
    for (const [position, origin] of own.entries()) {
      const path = [index, "origins", position];
      if (rp_id !== "" && !hostWithin(new URL(origin).hostname, rp_id)) {
        yield { path, reason: message("fault.rp_origin") };
      }
      if (origins.has(origin)) yield { path, reason: message("fault.used_twice") };
      origins.add(origin);
    }
  }
}
