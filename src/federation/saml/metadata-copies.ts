/**
 * What was last read of each metadata address, in the database: a service that starts while the provider is down
 * still knows it (S-9). It is sealed, because its keys decide who signs in.
 */
import { z } from "zod";
import type { Service } from "../../call.ts";
import { sha256Hex } from "../../crypto/digest.ts";
import type { SealedPlace } from "../../crypto/secretbox.ts";
import type { Copies } from "../../relying-party/kept-documents.ts";
import { remember } from "../../std/bounded-map.ts";
import { durationOf } from "../../std/duration.ts";
import { readFlowCode, replaceFlowCode } from "../../store/flow-codes.ts";
import type { IdentityProvider } from "./identity-provider.ts";

const KIND = "saml_metadata";
const DAY_MS = 86_400_000;
/** A copy that was not renewed for so long counts no more. */
const LIFETIME = durationOf(30 * DAY_MS);
/** Addresses whose last copy this instance remembers, so that an unchanged one is written once a day. */
const MAX_COPIES = 1_000;

const payload = z.object({ sealed: z.string() });
const document: z.ZodType<IdentityProvider> = z.object({
  entityId: z.string(),
  signOn: z.string(),
  // Copies of earlier versions are of providers with this one.
  binding: z.enum(["redirect", "post"]).default("redirect"),
  certificates: z.array(z.object({ pem: z.string(), notAfter: z.number() })),
  wantsSignedRequests: z.boolean(),
  validUntil: z.number().exactOptional(),
});

const placeOf = (row: string): SealedPlace => ({ table: "auth_flow_codes", row, field: "payload" });

export function metadataCopies({ store, runtime }: Service): Copies<IdentityProvider> {
  const written = new Map<string, { readonly text: string; readonly at: number }>();
  const rowOf = (url: string) => `${KIND}:${sha256Hex(url)}`;
  return {
    async load(url) {
      const id = rowOf(url);
      const stored = payload.safeParse(await readFlowCode(store, id));
      if (!stored.success) return undefined;
      // One of a key that was changed since is fetched again.
      const text = await store.box.open(placeOf(id), stored.data.sealed).catch(() => undefined);
      return text === undefined ? undefined : document.parse(JSON.parse(text));
    },
    async save(url, provider) {
      const [text, at] = [JSON.stringify(provider), runtime.clock.now()];
      const before = written.get(url);
      if (before?.text === text && at - before.at < DAY_MS) return;
      const id = rowOf(url);
      const sealed = await store.box.seal(placeOf(id), text);
      await replaceFlowCode(store, { id, kind: KIND, payload: { sealed } }, LIFETIME);
      remember(written, url, { text, at }, MAX_COPIES);
    },
  };
}
