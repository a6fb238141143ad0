/** What a browser sends of a ceremony (WebAuthn §5.1, JSON forms): bounded, before anything is decoded (F-5). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { decodeBase64Url } from "../../std/base64url.ts";

/** WebAuthn §4: a credential id has at most 1023 bytes. */
const MAX_ID_LENGTH = 1_364;
const MAX_CLIENT_DATA_LENGTH = 8_192;
const MAX_ATTESTATION_LENGTH = 131_072;
const MAX_DATA_LENGTH = 8_192;

/** URL-safe base64 without padding; one text for one byte string. */
const bytes = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine((text) => decodeBase64Url(text) !== undefined, "must be URL-safe base64");

const identified = {
  id: bytes(MAX_ID_LENGTH),
  rawId: bytes(MAX_ID_LENGTH),
  type: z.literal("public-key"),
};

const TRANSPORT = /^[a-z0-9-]{1,32}$/;

const registration = z
  .object({
    ...identified,
    response: z.object({
      clientDataJSON: bytes(MAX_CLIENT_DATA_LENGTH),
      attestationObject: bytes(MAX_ATTESTATION_LENGTH),
      /** What a future browser names is kept; anything else is no transport. */
      transports: z
        .array(z.string())
        .max(16)
        .nullish()
        .transform((list) => [...new Set(list ?? [])].filter((one) => TRANSPORT.test(one))),
    }),
  })
  .refine(({ id, rawId }) => id === rawId, "id and rawId differ");

const assertion = z
  .object({
    ...identified,
    response: z.object({
      clientDataJSON: bytes(MAX_CLIENT_DATA_LENGTH),
      authenticatorData: bytes(MAX_DATA_LENGTH),
      signature: bytes(MAX_DATA_LENGTH),
      // Some authenticators send an empty one for none.
      userHandle: z
        .union([bytes(128), z.literal("")])
        .nullish()
        .transform((handle) => handle || undefined),
    }),
  })
  .refine(({ id, rawId }) => id === rawId, "id and rawId differ");

export type RegistrationJson = z.output<typeof registration>;
export type AssertionJson = z.output<typeof assertion>;

const faultOf = ({ issues: [issue] }: z.ZodError, root: string): string =>
  `${[root, ...(issue?.path ?? [])].join(".")}: ${issue?.message}`;

/** Throws `invalid_request` that names the member. */
export function readRegistration(value: unknown): RegistrationJson {
  const parsed = registration.safeParse(value);
  if (parsed.success) return parsed.data;
  const detail = faultOf(parsed.error, "credential");
  throw new AuthError("invalid_request", "registration failed", { detail });
}

/** Throws `invalid_request` with the texts of auth-wire 5.15. */
export function readAssertion(value: unknown): AssertionJson {
  const parsed = assertion.safeParse(value);
  if (parsed.success) return parsed.data;
  const { rawId } = (value ?? {}) as { rawId?: unknown };
  if (rawId === undefined || rawId === null || rawId === "") {
    throw new AuthError("invalid_request", "assertion rawId not found");
  }
  throw new AuthError("invalid_request", faultOf(parsed.error, "assertion"));
}
