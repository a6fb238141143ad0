/** POST {prefix}/v1/backup: everything of the service as one encrypted file, while it serves (ADR 0102). */
import { z } from "zod";
import { makeServiceBackup, type WantedProtection } from "../../backup/of-service.ts";
import { now } from "../../call.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { adminFailures, backupRuns, badRequest } from "../endpoint/failures.ts";
import { stamp } from "./csv.ts";

const bytes = (length: number, description: string) =>
  z
    .string()
    .length(Math.ceil((length * 4) / 3))
    .meta({ description: `${description}: ${length} bytes in URL-safe base64` });

const body = z
  .object({
    encrypt_to: z.string().max(4_000).optional().meta({
      description:
        "Public key of P-256 as PEM; `postern keygen --backup FILE` makes a pair. Its private half opens the backup",
    }),
    derived: z
      .strictObject({
        key: bytes(32, "scrypt of a passphrase, with r = 8 and p = 1"),
        salt: bytes(16, "Its salt"),
        cost: z.number().int().min(14).max(20).meta({ description: "N is 2 to this power" }),
      })
      .optional()
      .meta({ description: "A passphrase opens the backup, which stays with the caller" }),
    plain: z.literal(true).optional().meta({
      description: "Everything is readable that is not sealed in the database",
    }),
  })
  .meta({ id: "BackupRequest" });

function streamOf(
  first: Uint8Array<ArrayBuffer>,
  rest: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let begun = false;
  return new ReadableStream({
    async pull(controller) {
      if (!begun) {
        begun = true;
        controller.enqueue(first);
        return;
      }
      const { done, value } = await rest.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await rest.return(undefined);
    },
  });
}

export const backupEndpoint = endpoint(
  {
    method: "post",
    path: "/v1/backup",
    plane: "admin",
    family: "service",
    tag: "Service",
    summary: "Make a backup",
    description:
      "Streams everything of the service as it is at one moment: `postern restore` makes a database of it. Takes the admin permission and, where its time is known, a sign-in no older than 10 minutes; no API key. One of `encrypt_to`, `derived` and `plain` is required. The file opens with the encryption key of the service alone, which is not in it. What ends early does not open.",
    body: {
      kind: "json",
      schema: body,
      message: "invalid request body",
      example: {
        encrypt_to:
          "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEn5Vd0mUw5Yp0…\n-----END PUBLIC KEY-----\n",
      },
    },
    answers: {
      200: {
        description: "The file; its format: docs/backup.md",
        contentType: "application/octet-stream",
        schema: z.string().meta({ format: "binary" }),
        example: "postern backup 1\n…",
      },
      ...badRequest,
      ...backupRuns,
      ...adminFailures,
    },
  },
  async ({ call, caller, body: wanted }) => {
    const backup = await makeServiceBackup(call, caller, wanted as WantedProtection);
    // The answer is a failure as long as the database was not reached.
    const { value } = await backup.next();
    return new Response(streamOf(value ?? new Uint8Array(), backup), {
      headers: {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": `attachment; filename="postern_${stamp(now(call))}.backup"`,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
);
