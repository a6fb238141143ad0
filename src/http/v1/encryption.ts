/** POST {prefix}/v1/encryption/rotate: another encryption key for everything stored (auth-wire 6.10). */
import { z } from "zod";
import { rotateEncryptionKey } from "../../records/encryption-key.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badRequest, keyStays } from "../endpoint/failures.ts";

const described = z
  .object({
    new_key: z.string().min(16).max(1_024).meta({
      description:
        "Base64 of 16, 24 or 32 bytes is the key; every other text is hashed with SHA-256. `postern keygen` makes one",
      format: "password",
      writeOnly: true,
    }),
  })
  .meta({ id: "EncryptionRotation" });

const body = z.object({ new_key: z.string().default("") });

const rotated = z
  .object({
    message: z.string(),
    rotated: z.literal(true),
    key_id: z
      .string()
      .meta({ description: "First eight hexadecimal digits of SHA-256 of the key" }),
    values: z.number().int().meta({ description: "Stored values that were sealed again" }),
    kept: z.boolean().meta({
      description:
        "The service keeps the key itself, in its data folder. Otherwise the next start needs it in `encryption.key`",
    }),
  })
  .meta({ id: "EncryptionRotated" });

const TEXT = {
  kept: "encryption key rotated; the data folder has the new one",
  brought: "encryption key rotated; set encryption.key to the new one before the next start",
} as const;

const rotate = endpoint(
  {
    method: "post",
    path: "/v1/encryption/rotate",
    plane: "admin",
    family: "service",
    tag: "Service",
    summary: "Change the encryption key of the database",
    description:
      "Seals every stored secret again in one transaction: all or nothing. Other instances write nothing until they are started with the new key.",
    body: {
      kind: "json",
      schema: body,
      described,
      message: "invalid request body",
      example: { new_key: "v1uH1hQxRhQ0cUeS0cNgx7QmB3sTgqN1bYw2zJ5k8cE=" },
    },
    answers: {
      200: {
        ...payloadAnswer(rotated),
        example: {
          payload: {
            message: TEXT.kept,
            rotated: true,
            key_id: "5f0c2b1e",
            values: 42,
            kept: true,
          },
        },
      },
      ...badRequest,
      ...keyStays,
      ...adminFailures,
    },
  },
  async ({ call, body, actor }) => {
    const { kept, ...done } = await rotateEncryptionKey(call, body.new_key, actor);
    return payload({ message: kept ? TEXT.kept : TEXT.brought, rotated: true, ...done, kept });
  },
);

export const encryptionEndpoints: readonly Endpoint[] = [rotate];
