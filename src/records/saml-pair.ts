/** The signing pair of the `saml` namespace: made once for a fleet, replaced with an overlap (auth-wire 6.2). */
import type { Service, Writer } from "../call.ts";
import { selfSignedCertificate } from "../crypto/certificate.ts";
import { generatePrivateKey } from "../crypto/signing-key.ts";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import type { Settings } from "../settings/index.ts";
import { mutate } from "../store/mutate.ts";
import { storedDocument, writeSetting } from "./settings.ts";

/** Written by the service itself (auth-wire 1.5). */
const SYSTEM = "system";
const COMMON_NAME = "Postern SAML service provider";
const TEN_YEARS_MS = 3_652 * 86_400_000;
/** Clocks of providers may be behind. */
const EARLIER_MS = 86_400_000;

interface Pair {
  readonly certificate: string;
  readonly private_key: string;
}

async function freshPair({ runtime }: Service): Promise<Pair> {
  const now = runtime.clock.now();
  const private_key = await generatePrivateKey();
  const certificate = await selfSignedCertificate({
    commonName: COMMON_NAME,
    privateKey: private_key,
    from: now - EARLIER_MS,
    until: now + TEN_YEARS_MS,
    serial: runtime.random(16),
  });
  return { certificate, private_key };
}

const hasPair = (document: Partial<Settings["saml"]> | undefined): boolean =>
  Boolean(document?.certificate);

/**
 * The pair, made when none is stored. Instances that come at once end with one: the transaction of writes lets one in
 * at a time, and the others find it. Throws `unavailable` while the namespace cannot be read (C-3).
 */
export async function ensureSamlPair({ service, store }: Writer): Promise<Settings["saml"]> {
  const current = service.snapshots.current.settings.saml;
  if (hasPair(current)) return current;
  const pair = await freshPair(service);
  const change = { topic: "settings", action: "upsert", entity: "saml", actor: SYSTEM } as const;
  await mutate(store, change, async (open) => {
    const stored = await storedDocument(service, open, "saml");
    if (!hasPair(stored)) await writeSetting(service, open, "saml", { ...stored, ...pair }, SYSTEM);
  });
  if (!hasPair(service.snapshots.current.settings.saml)) await service.snapshots.refresh();
  return service.snapshots.current.settings.saml;
}

/** The first half of a replacement: another pair is published beside the one in use. Returns the version. */
export async function prepareSamlPair(writer: Writer, actor: string): Promise<number> {
  const { service } = writer;
  await ensureSamlPair(writer);
  const { certificate, private_key } = await freshPair(service);
  const next = { next_certificate: certificate, next_private_key: private_key };
  const change = { topic: "settings", action: "rotate", entity: "saml", actor } as const;
  const { version } = await mutate(writer.store, change, async (open) => {
    const stored = await storedDocument(service, open, "saml");
    await writeSetting(service, open, "saml", { ...stored, ...next }, actor);
  });
  return version;
}

/** The second half: the next pair takes the place of the one in use, which is forgotten. Returns the version. */
export async function activateSamlPair({ service, store }: Writer, actor: string): Promise<number> {
  const change = { topic: "settings", action: "rotate", entity: "saml", actor } as const;
  const { version } = await mutate(store, change, async (open) => {
    const stored = (await storedDocument(service, open, "saml")) ?? {};
    const { next_certificate, next_private_key, ...others } = stored;
    if (!next_certificate || !next_private_key) {
      throw new AuthError("conflict", message("refusal.no_next_certificate"));
    }
    const pair = { certificate: next_certificate, private_key: next_private_key };
    await writeSetting(service, open, "saml", { ...others, ...pair }, actor);
  });
  return version;
}
