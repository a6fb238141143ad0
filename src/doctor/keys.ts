/** Keys and certificates: weak, old, or about to expire. */

import { type Call, now } from "../call.ts";
import { keyWeakness, MIN_KEY_LENGTH } from "../crypto/key-strength.ts";
import { readMetadata } from "../federation/saml/metadata-source.ts";
import { message } from "../messages/message.ts";
import { keyChange } from "../records/key-change.ts";
import { weakSecrets } from "../records/weak-secrets.ts";
import { signerOf } from "../snapshot/key-ring.ts";
import { decodeBase64 } from "../std/base64.ts";
import { parseCertificate } from "../std/x509.ts";
import { longTokenWarnings } from "../tokens/long-tokens.ts";
import { type Check, type Problem, warned } from "./finding.ts";

const DAY_MS = 86_400_000;
/** Long enough to get another certificate and to tell everyone who trusts the old one. */
const SOON_MS = 30 * DAY_MS;
const OLD_KEY_MS = 365 * DAY_MS;
/** Providers whose metadata is looked at. */
const MAX_PROVIDERS = 20;

const signingKey: Check = {
  id: "signing_key",
  repair: { tab: "oauth2-overview", command: "POST /v1/jwt/renew" },
  examine: (call) => {
    const { key_ring, stored_settings } = call.snapshot;
    if (!key_ring) {
      return { severity: "danger", message: message("doctor.signing_key.missing") };
    }
    // One that is outside is replaced there, by rules of its own.
    if (signerOf(key_ring, "RS256", now(call))?.outside) return undefined;
    const stored = Date.parse(stored_settings.get("jwt")?.updated_at ?? "");
    const made = key_ring.active.madeAt ?? stored;
    const days = Math.floor((now(call) - made) / DAY_MS);
    if (!(days * DAY_MS >= OLD_KEY_MS)) return undefined;
    return {
      severity: "hint",
      message: message("doctor.signing_key.old", { days }),
    };
  },
};

const encryptionKey: Check = {
  id: "encryption_key",
  repair: { tab: "encryption", setting: "encryption.key" },
  examine: async ({ service }) => {
    const change = await keyChange(service);
    if (change === "elsewhere") {
      return {
        severity: "danger",
        message: message("doctor.encryption_key.elsewhere"),
      };
    }
    if (change === "unset") {
      return {
        severity: "danger",
        message: message("doctor.encryption_key.unset"),
      };
    }
    return keyWeakness(service.options.encryption.key) === undefined
      ? undefined
      : {
          severity: "warning",
          message: message("encryption_key.weak", { least: MIN_KEY_LENGTH }),
        };
  },
};

const secrets: Check = {
  id: "client_secrets",
  repair: { tab: "clients" },
  examine: ({ snapshot }) =>
    warned("warning", message("doctor.client_secrets.short"), weakSecrets(snapshot)),
};

const tokens: Check = {
  id: "long_tokens",
  repair: { tab: "roles" },
  examine: ({ service }) =>
    warned("warning", message("doctor.long_tokens.near"), longTokenWarnings(service)),
};

type CertificateOf = "own" | "next" | "authority" | "provider";

interface Expiring {
  readonly of: CertificateOf;
  /** Of the directory or provider. */
  readonly id?: string;
  /** Milliseconds since the epoch. */
  readonly notAfter: number;
}

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/** Every certificate of a PEM text; what cannot be read is left out, since others complain of it. */
function inPem(name: Pick<Expiring, "of" | "id">, pem: string): Expiring[] {
  return [...pem.matchAll(PEM)].flatMap(([, base64 = ""]) => {
    const der = decodeBase64(base64.replace(/\s/g, ""));
    try {
      return der ? [{ ...name, notAfter: parseCertificate(der).notAfter }] : [];
    } catch {
      return [];
    }
  });
}

async function ofSamlProviders(call: Call): Promise<Expiring[]> {
  const enabled = [...call.snapshot.saml_providers].flatMap(([id, { enabled, config }]) =>
    enabled && config ? [{ id, config }] : [],
  );
  const read = enabled.slice(0, MAX_PROVIDERS).map(async (provider) => {
    const { certificates } = await readMetadata(call, provider);
    // While two overlap, the later one is what counts.
    const notAfter = Math.max(...certificates.map((one) => one.notAfter));
    return certificates.length > 0 ? [{ of: "provider" as const, id: provider.id, notAfter }] : [];
  });
  // A provider that cannot be read is reported by the check of its own.
  return (await Promise.all(read.map((one) => one.catch(() => [])))).flat();
}

function ofDirectories({ snapshot }: Call): Expiring[] {
  return [...snapshot.ldap_configs].flatMap(([id, { enabled, config }]) =>
    enabled && config ? inPem({ of: "authority", id }, config.ca) : [],
  );
}

const certificates: Check = {
  id: "certificates",
  repair: { tab: "saml", command: "POST /v1/saml/certificate/prepare" },
  examine: async (call) => {
    const { saml } = call.snapshot.settings;
    const all = [
      ...inPem({ of: "own" }, saml.certificate),
      ...inPem({ of: "next" }, saml.next_certificate),
      ...ofDirectories(call),
      ...(await ofSamlProviders(call)),
    ];
    return expiring(all, now(call));
  },
};

function expiring(all: readonly Expiring[], at: number): Problem | undefined {
  const soon = all.filter(({ notAfter }) => notAfter < at + SOON_MS);
  const over = soon.some(({ notAfter }) => notAfter < at);
  const lines = soon
    .sort((a, b) => a.notAfter - b.notAfter)
    .map(({ of, id = "", notAfter }) => {
      const day = new Date(notAfter).toISOString().slice(0, 10);
      return message(`certificate.${of}.${notAfter < at ? "expired" : "expires"}`, { id, day });
    });
  return over
    ? warned("danger", message("doctor.certificates.expired"), lines)
    : warned("warning", message("doctor.certificates.expires"), lines);
}

export const keyChecks: readonly Check[] = [
  signingKey,
  encryptionKey,
  certificates,
  secrets,
  tokens,
];
