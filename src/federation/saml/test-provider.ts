/** Trying a provider out: every check of a real response, and nothing is made of it. */
import { type Call, now } from "../../call.ts";
import { AuthError, type Sentence, UnfetchableUrl, XmlFault } from "../../errors.ts";
import { mappedRoles } from "../../iam/claim-mapping/mapped-roles.ts";
import { message } from "../../messages/message.ts";
import { durationOf } from "../../std/duration.ts";
import { encodeHex } from "../../std/hex.ts";
import type { Check } from "./examine.ts";
import { SamlFault } from "./fault.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import { readMetadata } from "./metadata-source.ts";
import type { SamlPerson } from "./person.ts";
import { requireProvider, type SamlProvider } from "./provider.ts";
import { roleValues } from "./roles.ts";
import { serviceProviderFor } from "./service-provider.ts";
import { newRequestId, requestFor, type SignOn } from "./start.ts";
import { examineMessage } from "./verify-response.ts";

/** Tests begin so; no other RelayState does. */
const PREFIX = "test-";
const LIFETIME = durationOf(600_000);

/** What a test found; the same as a page and as JSON. */
export interface SamlReport {
  readonly provider: string;
  readonly passed: boolean;
  readonly checks: readonly Check[];
  readonly name_id?: string;
  readonly name_id_format?: string;
  /** Name of the user that this person would be. */
  readonly alias?: string;
  readonly attributes?: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Names of the roles that the claim mapping gives. */
  readonly roles?: readonly string[];
}

export const isTestState = (relayState: string | undefined): relayState is string =>
  relayState?.startsWith(PREFIX) === true;

const metadataResult = (ok: boolean, said?: Sentence): Check => ({
  ...{ check: "metadata", ok, detail: said?.text ?? "" },
  ...(said && { message: said }),
});

async function metadataCheck(
  call: Call,
  provider: SamlProvider,
): Promise<{ check: Check; metadata?: IdentityProvider }> {
  try {
    const metadata = await readMetadata(call, provider);
    const count = metadata.certificates.filter(({ notAfter }) => notAfter < now(call)).length;
    const old = count > 0 ? message("saml.metadata.old_certificates", { count }) : undefined;
    return { check: metadataResult(true, old), metadata };
  } catch (error) {
    const isSaid =
      error instanceof SamlFault || error instanceof XmlFault || error instanceof UnfetchableUrl;
    if (!isSaid) throw error;
    return { check: metadataResult(false, error.said) };
  }
}

function found(call: Call, { config }: SamlProvider, person: SamlPerson) {
  const { claim_mapping: mapping } = config;
  const ids =
    mapping.roles_claim === ""
      ? []
      : mappedRoles(call.snapshot, mapping, roleValues(person, mapping));
  return {
    name_id: person.nameId,
    name_id_format: person.format,
    attributes: person.attributes.map(({ name, values }) => ({ name, values })),
    roles: ids.map((id) => call.snapshot.roles.get(id)?.name ?? id),
  };
}

/**
 * @param requestId of the request that the response must answer; absent for one that was brought along,
 * which then answers no request of ours
 */
export async function reportOf(
  call: Call,
  provider: SamlProvider,
  response: string,
  requestId?: string,
): Promise<SamlReport> {
  const { check, metadata } = await metadataCheck(call, provider);
  if (!metadata) return { provider: provider.id, passed: false, checks: [check] };
  const examination = await examineMessage(call, provider, metadata, response, requestId);
  const checks = [check, ...examination.checks];
  return {
    provider: provider.id,
    passed: examination.found !== undefined,
    checks,
    ...(examination.found && { alias: examination.found.alias }),
    ...(examination.person && found(call, provider, examination.person)),
  };
}

/**
 * Where an administrator signs in for a test: at the provider, within ten minutes; a report where its metadata does
 * not say where that is.
 */
export async function startSamlTest(
  call: Call,
  id: string,
): Promise<{ readonly url: string } | SamlReport> {
  const provider = requireProvider(call, id, true);
  const { check, metadata } = await metadataCheck(call, provider);
  if (!metadata) return { provider: id, passed: false, checks: [check] };
  const { runtime, codes } = call.service;
  const relayState = `${PREFIX}${encodeHex(runtime.random(24))}`;
  const request_id = newRequestId(call);
  const to = await requestFor(call, provider, request_id, relayState);
  await codes.put("saml_test", relayState, { provider: id, request_id }, LIFETIME);
  if (typeof to === "string") return { url: to };
  const { acs } = serviceProviderFor(call, provider);
  return { url: `${acs.replace(/acs$/, "login")}?test=${relayState}` };
}

/** The way of such a test to a provider that takes requests in forms alone. */
export async function goOnWithSamlTest(
  call: Call,
  id: string,
  relayState: string,
): Promise<SignOn> {
  const provider = requireProvider(call, id, true);
  const known = isTestState(relayState) && relayState.length <= 128;
  const test = known ? await call.service.codes.get("saml_test", relayState) : undefined;
  if (test?.provider !== id) {
    throw new AuthError("invalid_request", "relay state not found or expired");
  }
  return requestFor(call, provider, test.request_id, relayState);
}

/** The report of the response that such a sign-in brings; once. */
export async function finishSamlTest(
  call: Call,
  id: string,
  relayState: string,
  response: string,
): Promise<SamlReport> {
  const provider = requireProvider(call, id, true);
  const test =
    relayState.length > 128 ? undefined : await call.service.codes.take("saml_test", relayState);
  if (!test) throw new AuthError("invalid_request", "relay state not found or expired");
  if (test.provider !== id) throw new AuthError("invalid_request", "relay state provider mismatch");
  return reportOf(call, provider, response, test.request_id);
}
