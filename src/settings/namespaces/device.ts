/** `device` namespace: RFC 8628 device authorization. */
import { z } from "zod";
import { webAddressOrPath } from "../fields/address-field.ts";
import { attemptLimits } from "../fields/attempts-field.ts";
import { duration, MAX_CODE_LIFETIME } from "../fields/duration-field.ts";
import { flag, integer } from "../fields/field.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({
    disabled: flag().meta({ title: "Disabled" }),
    code_lifetime: duration("10m", { least: "1s", most: MAX_CODE_LIFETIME }).meta({
      title: "Code lifetime",
    }),
    interval: integer({ fallback: 5, defaultBelow: 1, most: 3600 }).meta({
      title: "Poll interval",
      description: "Seconds that a device waits between two polls; 0 means 5.",
    }),
    verification_uri: webAddressOrPath().meta({
      title: "Verification URI",
      description: "Page on which users enter the code; empty means the page of this service.",
    }),
    attempts: attemptLimits({
      counted: "Codes that belong to no device",
      account: "one user",
      ...{ per_account: 10, per_network: 100, window: "15m" },
    }).meta({ title: "Attempts" }),
    requests: attemptLimits({
      counted: "Requests for codes",
      account: "one client",
      ...{ per_account: 1_000, per_network: 100, window: "10m" },
    }).meta({ title: "Requests" }),
  })
  .meta({ id: "DeviceSettings", title: "Device flow" });

export const device = namespace({
  schema,
  example: { code_lifetime: "10m", interval: 5 },
  tab: { hash: "device-settings", group: "applications", icon: "tv" },
});
