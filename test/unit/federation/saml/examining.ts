/** Examining responses in unit tests: the same checks as at the assertion consumer service, without a service. */
import { xmlSignatures } from "../../../../src/adapters/drivers/xml.ts";
import {
  type Examination,
  type Examining,
  examineResponse,
  failureOf,
} from "../../../../src/federation/saml/examine.ts";
import { readIdentityProvider } from "../../../../src/federation/saml/identity-provider.ts";
import {
  assertionXml,
  encodeMessage,
  type Key,
  makeKey,
  metadataOf,
  responseXml,
  type Says,
  type Signing,
  sign,
  signedResponse,
} from "../../../support/saml-idp.ts";

export const NOW = Date.UTC(2030, 4, 2, 10);
export const ACS = "https://id.example.com/auth/saml/campus/acs";
export const AUDIENCE = "https://id.example.com/auth/saml/campus/metadata";
export const REQUEST = "_request";

export const says = (change: Partial<Says> = {}): Says => ({
  now: NOW,
  acs: ACS,
  audience: AUDIENCE,
  request: REQUEST,
  attributes: { mail: ["ada@example.com"], memberOf: ["staff", "ops"] },
  ...change,
});

/** One pair for a whole file: making one takes a while. */
export const key: Key = await makeKey();
export const otherKey: Key = await makeKey();

export async function examine(xml: string, change: Partial<Examining> = {}): Promise<Examination> {
  return examineResponse(encodeMessage(xml), {
    xml: xmlSignatures,
    provider: await readIdentityProvider(xmlSignatures, metadataOf([key])),
    audience: AUDIENCE,
    recipient: ACS,
    request: REQUEST,
    now: NOW,
    aliasAttribute: "",
    idAttribute: "",
    decryptionKeys: [],
    ...change,
  });
}

/** Name of the first check that fails, and nothing is known of the person then; `passed` when all pass. */
export async function verdict(xml: string, change: Partial<Examining> = {}): Promise<string> {
  const examination = await examine(xml, change);
  const failed = failureOf(examination);
  if (!failed) return examination.found ? "passed" : "no person";
  return examination.found ? `${failed.check}, but a person` : failed.check;
}

export async function reason(xml: string, change: Partial<Examining> = {}): Promise<string> {
  return failureOf(await examine(xml, change))?.detail ?? "";
}

/** A right response except for what `change` says. */
export const signed = (
  change: Partial<Says> = {},
  level: "assertion" | "response" | "both" = "assertion",
): string => signedResponse(says(change), key, level);

/** The same with another signature on the assertion. */
export const signedHow = (how: Signing, by: Pick<Key, "privateKey"> = key): string =>
  responseXml(says(), sign(assertionXml(says()), "Assertion", by, how));
