/** Metadata of providers, from the record or from its URL; the last good copy of a URL is kept, over a restart too (S-9, G-6, G-7). */
import { type Call, now, partOf } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import { fetchDocument } from "../../relying-party/fetch-document.ts";
import { providerHttp } from "../../relying-party/guarded-http.ts";
import { type KeptDocuments, keptDocuments } from "../../relying-party/kept-documents.ts";
import { capability } from "../../runtime/capability.ts";
import { SamlFault } from "./fault.ts";
import { type IdentityProvider, isStillValid, readIdentityProvider } from "./identity-provider.ts";
import { metadataCopies } from "./metadata-copies.ts";
import { MAX_DOCUMENT_BYTES } from "./metadata-text.ts";
import { notAvailable, type SamlProvider } from "./provider.ts";

/** Milliseconds after which a copy is read anew behind the answer (auth-wire 6.2), and between two tries. */
const RULE = { fresh: 3_600_000, pause: 10_000 } as const;

interface Source {
  /** Asks the address itself. */
  readonly read: (name: string) => Promise<IdentityProvider>;
  readonly fetched: KeptDocuments<IdentityProvider>;
  /** Of inline documents, which never change: a changed record is another object. */
  readonly inline: WeakMap<object, Promise<IdentityProvider>>;
}

const sourceOf = partOf((service): Source => {
  const { runtime } = service;
  const rule = { type: "xml", maxBytes: MAX_DOCUMENT_BYTES } as const;
  const read = async (name: string) => {
    const [url = "", wanted = ""] = name.split("\n");
    const document = await fetchDocument(providerHttp(service), url, rule);
    const provider = await readIdentityProvider(capability(runtime, "xml"), document, wanted);
    // An expired document must not take the place of one that is kept.
    if (!isStillValid(provider, runtime.clock.now())) throw expired();
    return provider;
  };
  const fetched = keptDocuments(runtime, RULE, read, metadataCopies(service));
  return { read, fetched, inline: new WeakMap() };
});

/** What a copy is kept under: one document may be that of several records, each with a provider of its own. */
const copyName = ({ config }: SamlProvider): string =>
  config.provider_entity_id === ""
    ? config.metadata_url
    : `${config.metadata_url}\n${config.provider_entity_id}`;

const expired = () => new SamlFault(message("saml.metadata.expired"));

function readInline(call: Call, { config }: SamlProvider): Promise<IdentityProvider> {
  const { inline } = sourceOf(call.service);
  const xml = capability(call.service.runtime, "xml");
  const known =
    inline.get(config) ?? readIdentityProvider(xml, config.metadata_xml, config.provider_entity_id);
  inline.set(config, known);
  return known;
}

async function readFetched({ service }: Call, name: string, at: number): Promise<IdentityProvider> {
  const { fetched } = sourceOf(service);
  const copy = await fetched.get(name);
  return isStillValid(copy, at) ? copy : fetched.renew(name);
}

/** Throws a `SamlFault` or what the fetch threw: for administrators. */
export async function readMetadata(call: Call, provider: SamlProvider): Promise<IdentityProvider> {
  const { metadata_xml, metadata_url } = provider.config;
  if (metadata_xml === "" && metadata_url === "") {
    throw new SamlFault(message("saml.no_metadata_source"));
  }
  const at = now(call);
  const found =
    metadata_xml === ""
      ? await readFetched(call, copyName(provider), at)
      : await readInline(call, provider);
  if (!isStillValid(found, at)) throw expired();
  return found;
}

/** What the address of a record answers now, whatever is kept of it. Throws as `readMetadata` does. */
export const askForMetadata = ({ service }: Call, provider: SamlProvider) =>
  sourceOf(service).read(copyName(provider));

/** The same for sign-ins: throws `not_found`, and the log has the reason. */
export async function requireMetadata(
  call: Call,
  provider: SamlProvider,
): Promise<IdentityProvider> {
  try {
    return await readMetadata(call, provider);
  } catch (cause) {
    if (cause instanceof AuthError && cause.code === "unavailable") throw cause;
    const reason = cause instanceof Error ? cause.message : "its metadata cannot be used";
    throw notAvailable(provider.id, reason, cause, RULE.pause / 1_000);
  }
}

/**
 * The metadata after a signature by a key that is not in it, as when the provider has replaced its key;
 * undefined where there is nothing else to see.
 */
export async function renewMetadata(
  call: Call,
  provider: SamlProvider,
  seen: IdentityProvider,
): Promise<IdentityProvider | undefined> {
  const { metadata_xml, metadata_url } = provider.config;
  if (metadata_xml !== "" || metadata_url === "") return undefined;
  const found = await sourceOf(call.service).fetched.renew(copyName(provider));
  return found === seen ? undefined : found;
}
