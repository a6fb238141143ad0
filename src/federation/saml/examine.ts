/** Every check of one response, in order, as a list: signing in needs all of them, a test shows them (S-1 to S-6). */
import { type Sentence, XmlFault } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import type { XmlElement, XmlSignatures } from "../../runtime/xml.ts";
import { decodeBase64 } from "../../std/base64.ts";
import { TimeSlices } from "../../std/time-slices.ts";
import {
  checkAudience,
  checkAuthentication,
  checkConditions,
  checkIssuer,
  checkSubject,
  type Expected,
  endOf,
  isVersion2,
} from "./assertion.ts";
import { attribute, child, leafText, MESSAGE_LIMITS, optionalChild } from "./elements.ts";
import { SamlFault } from "./fault.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import { ASSERTION, PROTOCOL, SUCCESS } from "./names.ts";
import { asSigned, isEncrypted, type OpenResponse, openAssertion } from "./open-assertion.ts";
import { openValues } from "./open-values.ts";
import { aliasOf, idOf, type NamedBy, readPerson, type SamlPerson } from "./person.ts";
import {
  encryptedValues,
  readParts,
  refuseEncrypted,
  requireEncryptedPlaces,
  requireResponse,
} from "./structure.ts";
import { checkForms, readTrusted } from "./trusted.ts";

/** One check with its result; `detail` says what is wrong and is empty otherwise. */
export interface Check {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  /** The detail by id. */
  readonly message?: Sentence;
}

/** What a response says about a person, once every check has passed. */
export interface Examined {
  readonly person: SamlPerson;
  readonly alias: string;
  /** Value of the attribute by which the record knows people; absent where it names none. */
  readonly personId?: string;
  /** ID of the assertion. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly authenticatedAt: number;
  /** Milliseconds since the epoch, from which the assertion is refused by its times. */
  readonly end: number;
}

export interface Examination {
  readonly checks: readonly Check[];
  /** Absent when a check failed. */
  readonly found?: Examined;
  /** What was read of the person, also when another check failed; never to be acted on. */
  readonly person?: SamlPerson;
}

export interface Examining extends Omit<Expected, "issuer">, NamedBy {
  readonly xml: XmlSignatures;
  readonly provider: IdentityProvider;
  /** Our keys for encrypted assertions, in PKCS#8; empty where the record takes none. */
  readonly decryptionKeys: readonly Uint8Array<ArrayBuffer>[];
}

/** Runs checks and notes them; a defect of ours is thrown on. */
class Checks {
  readonly list: Check[] = [];
  /** A document of full size takes more than one turn. */
  readonly slices = new TimeSlices();

  async run<T>(check: string, step: () => T | Promise<T>): Promise<T | undefined> {
    await this.slices.yieldTurn();
    try {
      const result = await step();
      this.list.push({ check, ok: true, detail: "" });
      return result;
    } catch (error) {
      if (!(error instanceof SamlFault || error instanceof XmlFault)) throw error;
      const { said } = error;
      this.list.push({ check, ok: false, detail: said.text, message: said });
      return undefined;
    }
  }

  get ok(): boolean {
    return this.list.every(({ ok }) => ok);
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** The document in the field `SAMLResponse` (saml-bindings 3.5.4). */
function decodeMessage(sent: string): string {
  const bytes = decodeBase64(sent.replace(/[ \t\r\n]+/g, ""));
  if (!bytes) throw new SamlFault(message("saml.no_base64", { name: "SAMLResponse" }));
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new SamlFault(message("xml.utf8"), { cause });
  }
}

/** saml-core 3.2.2.2: the provider's own words go into the report, bounded. */
function checkStatus(response: XmlElement): void {
  const status = child(response, PROTOCOL, "Status");
  const code = child(status, PROTOCOL, "StatusCode");
  const value = attribute(code, "Value");
  if (value === SUCCESS) return;
  const inner = optionalChild(code, PROTOCOL, "StatusCode")?.attributes.get("Value");
  const said = optionalChild(status, PROTOCOL, "StatusMessage");
  const parts = [inner ?? value, said && leafText(said)].filter(Boolean);
  throw new SamlFault(message("saml.status", { status: parts.join(": ").slice(0, 300) }));
}

/** The schema does not demand it and saml-bindings 3.5.5.2 does of signed messages alone; here every response names it (S-6). */
function checkDestination(response: XmlElement, { recipient }: Pick<Expected, "recipient">): void {
  const destination = response.attributes.get("Destination");
  if (!destination) throw new SamlFault(message("saml.no_destination"));
  if (destination !== recipient) {
    throw new SamlFault(
      message("saml.destination", { named: destination.slice(0, 200), own: recipient }),
    );
  }
}

function checkAnswer(response: XmlElement, { request }: Pick<Expected, "request">): void {
  const answered = attribute(response, "InResponseTo");
  if (request !== undefined && answered !== request) {
    throw new SamlFault(message("saml.other_request"));
  }
}

/** The response with its assertion in the open: as it came, or decrypted. */
async function openResponse(
  checks: Checks,
  document: string,
  response: XmlElement,
  { xml, provider, decryptionKeys: keys }: Examining,
): Promise<OpenResponse | undefined> {
  const certificates = provider.certificates.map(({ pem }) => pem);
  const opening = { xml, certificates, keys };
  if (!isEncrypted(opening, response)) {
    const places = keys.length > 0 ? requireEncryptedPlaces : refuseEncrypted;
    await checks.run("encryption", () => places(response));
    return checks.ok ? { document, response, authentic: false } : undefined;
  }
  const outer = await checks.run("response_signature", () => asSigned(opening, document, response));
  return outer && checks.run("encryption", () => openAssertion(opening, outer));
}

/** The signed assertion, as far as its form and its signatures are right. */
async function trustedAssertion(
  checks: Checks,
  document: string,
  response: XmlElement,
  examining: Examining,
): Promise<XmlElement | undefined> {
  const { xml, provider, decryptionKeys } = examining;
  const certificates = provider.certificates.map(({ pem }) => pem);
  const opened = await openResponse(checks, document, response, examining);
  if (!opened) return undefined;
  const { authentic } = opened;
  const parts = await checks.run("structure", () => readParts(opened.response, authentic));
  if (!parts) return undefined;
  await checks.run("algorithms", () => checkForms(parts));
  if (!checks.ok) return undefined;
  const trusted = await checks.run("signature", () =>
    authentic && parts.signatures.length === 0
      ? { assertion: parts.assertion, document: opened.document }
      : readTrusted(xml, opened.document, parts, certificates, checks.slices),
  );
  if (!trusted || encryptedValues(trusted.assertion).length === 0) return trusted?.assertion;
  return checks.run("encrypted_values", () =>
    openValues(xml, trusted, decryptionKeys, checks.slices),
  );
}

/**
 * Examines a response. Of the response itself, which may not be signed, things are read only to refuse
 * it; everything else comes from what a signature covers.
 */
export async function examineResponse(sent: string, examining: Examining): Promise<Examination> {
  const checks = new Checks();
  const expected: Expected = { ...examining, issuer: examining.provider.entityId };
  const document = await checks.run("message", () => decodeMessage(sent));
  if (document === undefined) return { checks: checks.list };
  const response = await checks.run("document", () =>
    examining.xml.parse(document, MESSAGE_LIMITS),
  );
  if (!response) return { checks: checks.list };
  await checks.run("response", () => requireResponse(response));
  if (!checks.ok) return { checks: checks.list };
  await checks.run("status", () => checkStatus(response));
  if (!checks.ok) return { checks: checks.list };
  const assertion = await trustedAssertion(checks, document, response, examining);
  if (!assertion) return { checks: checks.list };

  await checks.run("version", () => {
    if (!isVersion2(assertion)) throw new SamlFault(message("saml.assertion_version"));
  });
  await checks.run("issuer", () => {
    checkIssuer(assertion, expected);
    if (optionalChild(response, ASSERTION, "Issuer")) checkIssuer(response, expected);
  });
  await checks.run("destination", () => checkDestination(response, expected));
  await checks.run("in_response_to", () => checkAnswer(response, expected));
  await checks.run("subject_confirmation", () => checkSubject(assertion, expected));
  await checks.run("conditions", () => checkConditions(assertion, expected));
  await checks.run("audience", () => checkAudience(assertion, expected));
  const at = await checks.run("authentication", () => checkAuthentication(assertion, expected));
  const person = await checks.run("attributes", () => readPerson(assertion));
  const alias = person && (await checks.run("alias", () => aliasOf(person, examining)));
  const { idAttribute } = examining;
  const personId =
    person && idAttribute !== ""
      ? await checks.run("id", () => idOf(person, idAttribute))
      : undefined;
  if (!checks.ok || at === undefined || !person || alias === undefined) {
    return { checks: checks.list, ...(person && { person }) };
  }
  const found: Examined = {
    person,
    alias,
    ...(personId !== undefined && { personId }),
    id: attribute(assertion, "ID"),
    authenticatedAt: at,
    end: endOf(assertion),
  };
  return { checks: checks.list, found, person };
}

/** The first failure, for the log. */
export const failureOf = ({ checks }: Examination): Check | undefined =>
  checks.find(({ ok }) => !ok);
