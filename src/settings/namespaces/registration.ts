/** `registration` namespace: RFC 7591 dynamic client registration. */
import { z } from "zod";
import { scopes } from "../fields/address-field.ts";
import { optionalDuration } from "../fields/duration-field.ts";
import { flag, integer } from "../fields/field.ts";

export const registration = z
  .object({
    enabled: flag().meta({ title: "Enabled" }),
    client_lifetime: optionalDuration({ least: "1s", rule: "client_lifetime" }).meta({
      title: "Client lifetime",
      description: "Registered clients end after this time; empty keeps them for ever.",
    }),
    default_scope: scopes().meta({
      title: "Default scope",
      description: "Scope of clients that ask for none.",
    }),
    max_clients: integer({ fallback: 1000, defaultBelow: 1, most: 100_000 }).meta({
      title: "Most clients",
    }),
  })
  .meta({ id: "RegistrationSettings", title: "Client registration" });
