/** Keys and certificates: weak, old, or about to expire. */
import { type Call, now } from "../call.ts";
import { keyWeakness } from "../crypto/key-strength.ts";
import { readMetadata } from "../federation/saml/metadata-source.ts";
import { keyChange } from "../records/key-change.ts";
import { weakSecrets } from "../records/weak-secrets.ts";
import { decodeBase64 } from "../std/base64.ts";
import { parseCertificate } from "../std/x509.ts";
import { longTokenWarnings } from "../tokens/long-tokens.ts";
import { type Check, type Problem, warned } from "./finding.ts";

const DAY_MS = 86_400_000;
/** Long enough to get another certificate and to tell everyone who trusts the old one. */
const SOON_MS = 30 * DAY_MS;
const OLD_KEY = 365 * DAY_MS;
/** Providers whose metadata is looked at. */
const MAX_PROVIDERS = 20;

const signingKey: Check = {
  id: "signing_key",
  title: "Signing key",
  fine: "There is one, and it is younger than a year.",
  repair: { tab: "oauth2-overview", command: "POST /v1/jwt/renew" },
  examine: (call) => {
    const { key_ring, stored_settings } = call.snapshot;
    if (!key_ring) {
      return { severity: "danger", text: "There is no signing key: no token can be issued." };
    }
    const stored = Date.parse(stored_settings.get("jwt")?.updated_at ?? "");
    const made = key_ring.active.madeAt ?? stored;
    const days = Math.floor((now(call) - made) / DAY_MS);
    if (!(days * DAY_MS >= OLD_KEY)) return undefined;
    return {
      severity: "hint",
      text: `It is ${days} days old. Renew it: no token ends by that.`,
    };
  },
};

const encryptionKey: Check = {
  id: "encryption_key",
  title: "Encryption key",
  fine: "It is long enough, and the next start has it.",
  repair: { tab: "encryption", setting: "encryption.key" },
  examine: async ({ service }) => {
    const change = await keyChange(service);
    if (change === "elsewhere") {
      return {
        severity: "danger",
        text: "The key was changed at another instance: this one writes nothing and cannot read what was written since. Start it again with the new key.",
      };
    }
    if (change === "unset") {
      return {
        severity: "danger",
        text: "The key was changed while the service ran. The next start needs the new one in encryption.key, and is refused with the old one.",
      };
    }
    const weakness = keyWeakness(service.options.encryption.key);
    return weakness ? { severity: "warning", text: weakness } : undefined;
  },
};

const secrets: Check = {
  id: "client_secrets",
  title: "Client secrets",
  fine: "None is short enough to be guessed.",
  repair: { tab: "clients" },
  examine: ({ snapshot }) =>
    warned("warning", "Short secrets can be guessed over time.", weakSecrets(snapshot)),
};

const tokens: Check = {
  id: "long_tokens",
  title: "Length of tokens",
  fine: "None is near the limit.",
  repair: { tab: "roles" },
  examine: ({ service }) =>
    warned(
      "warning",
      "Tokens are about to become too long to be used: give fewer roles, or ask for fewer scopes.",
      longTokenWarnings(service),
    ),
};

interface Expiring {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly notAfter: number;
}

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/** Every certificate of a PEM text; what cannot be read is left out, since others complain of it. */
function inPem(name: string, pem: string): Expiring[] {
  return [...pem.matchAll(PEM)].flatMap(([, base64 = ""]) => {
    const der = decodeBase64(base64.replace(/\s/g, ""));
    try {
      return der ? [{ name, notAfter: parseCertificate(der).notAfter }] : [];
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
    return certificates.length > 0 ? [{ name: `SAML provider "${provider.id}"`, notAfter }] : [];
  });
  // A provider that cannot be read is reported by the check of its own.
  return (await Promise.all(read.map((one) => one.catch(() => [])))).flat();
}

function ofDirectories({ snapshot }: Call): Expiring[] {
  return [...snapshot.ldap_configs].flatMap(([id, { enabled, config }]) =>
    enabled && config ? inPem(`authority of the directory "${id}"`, config.ca) : [],
  );
}

const certificates: Check = {
  id: "certificates",
  title: "Certificates",
  fine: "None that this service knows expires within 30 days.",
  repair: { tab: "saml", command: "POST /v1/saml/certificate/prepare" },
  examine: async (call) => {
    const { saml } = call.snapshot.settings;
    const all = [
      ...inPem("our SAML certificate", saml.certificate),
      ...inPem("our next SAML certificate", saml.next_certificate),
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
    .map(({ name, notAfter }) => {
      const day = new Date(notAfter).toISOString().slice(0, 10);
      return `${name}: ${notAfter < at ? "expired" : "expires"} on ${day}`;
    });
  const text = over ? "A certificate has expired." : "A certificate expires within 30 days.";
  return warned(over ? "danger" : "warning", text, lines);
}

export const keyChecks: readonly Check[] = [
  signingKey,
  encryptionKey,
  certificates,
  secrets,
  tokens,
];
