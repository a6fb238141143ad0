/** Form parameters that several grants take (specification, token rule 8). */
import { z } from "zod";

/** One text; a repeated parameter never gets here (N-5). */
export const parameter = z.string().optional();

export const scope = parameter.meta({
  description: "Space separated; the client's default scope is always added",
  example: "openid profile",
});

export const totp = parameter.meta({
  description: "One-time code or recovery code of the second factor, where the user has one",
  example: "123456",
});

export const requiredAcr = parameter.meta({
  description:
    "Levels of which the sign-in has to reach one: with `mfa` the second factor is asked for, or has to be set up",
  example: "mfa",
});

export const levelsOf = (text: string | undefined): readonly string[] | undefined =>
  text?.trim() ? text.trim().split(/ +/) : undefined;

export const resources = z
  .array(z.string())
  .default([])
  .meta({ description: "RFC 8707, repeatable: lands in `aud` next to the service audience" });

export const rememberMe = z
  .string()
  .optional()
  .transform((text) => text === "true" || text === "1" || text === "on")
  .meta({ type: "string", description: "`true` asks for a sliding session (rule 10)" });
