/** {prefix}/v1/saml/…: trying a provider out, and replacing the signing pair (auth-wire 6.2). */
import { z } from "zod";
import { requireProvider } from "../../federation/saml/provider.ts";
import { reportOf, startSamlTest } from "../../federation/saml/test-provider.ts";
import { activateEncryptionKey, prepareEncryptionKey } from "../../records/saml-encryption.ts";
import { activateSamlPair, prepareSamlPair } from "../../records/saml-pair.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  messageSchema,
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import { adminFailures, badRequest, conflict, notFound } from "../endpoint/failures.ts";

const common = { method: "post", plane: "admin", family: "service", tag: "SAML" } as const;

const check = z
  .object({
    check: z.string(),
    ok: z.boolean(),
    detail: z.string().meta({ description: "What is wrong; empty when nothing is" }),
    message: messageSchema.optional().meta({ description: "The detail by id" }),
  })
  .meta({ id: "SamlCheck" });

const report = z
  .object({
    url: z.string().optional().meta({ description: "Where to sign in; without a response" }),
    provider: z.string().optional(),
    passed: z.boolean().optional(),
    checks: z.array(check).optional(),
    name_id: z.string().optional(),
    name_id_format: z.string().optional(),
    alias: z.string().optional().meta({ description: "The user that this person would be" }),
    attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })).optional(),
    roles: z.array(z.string()).optional(),
  })
  .meta({ id: "SamlTestReport" });

const test = endpoint(
  {
    ...common,
    act: "change providers",
    path: "/v1/saml/providers/:id/test",
    summary: "Try a SAML provider out",
    description:
      "Without a response: answers a `url`. Who signs in there within ten minutes gets a page that reports every check of the real response. With `saml_response`, the base64 text of one, the report comes at once; which request it answers is not compared. A disabled record can be tested. No user is made or changed, and no sign-in comes of it.",
    params: z.object({ id: z.string() }),
    body: {
      kind: "json",
      schema: z.object({ saml_response: z.string().optional() }),
      message: "cannot decode test",
      example: {},
    },
    answers: {
      200: {
        ...payloadAnswer(report),
        example: { payload: { url: "https://idp.example.com/sso?SAMLRequest=…" } },
      },
      ...badRequest,
      ...adminFailures,
      ...notFound,
    },
  },
  async ({ call, params: { id }, body: { saml_response: message } }) => {
    if (message === undefined || message === "") return payload(await startSamlTest(call, id));
    return payload(await reportOf(call, requireProvider(call, id, true), message));
  },
);

const prepare = endpoint(
  {
    ...common,
    path: "/v1/saml/certificate/prepare",
    summary: "Make the next signing pair of the SAML service provider",
    description:
      "The metadata has two certificates from now on; requests are signed with the old key until the next pair is activated.",
    answers: { 200: serviceMessageAnswer("next certificate prepared"), ...adminFailures },
  },
  async ({ call, actor }) =>
    serviceMessage("next certificate prepared", await prepareSamlPair(call, actor)),
);

const activate = endpoint(
  {
    ...common,
    path: "/v1/saml/certificate/activate",
    summary: "Sign with the next pair of the SAML service provider",
    description: "Once every provider has read the metadata again. The old pair is forgotten.",
    answers: {
      200: serviceMessageAnswer("next certificate in use"),
      ...adminFailures,
      409: { ...conflict[409], description: "No next pair is prepared" },
    },
  },
  async ({ call, actor }) =>
    serviceMessage("next certificate in use", await activateSamlPair(call, actor)),
);

const params = z.object({ id: z.string() });

const prepareEncryption = endpoint(
  {
    ...common,
    path: "/v1/saml/providers/:id/encryption-key/prepare",
    params,
    summary: "Make the next key for encrypted assertions of one SAML provider",
    description: "The metadata has both keys from now on, and both decrypt.",
    answers: {
      200: serviceMessageAnswer("next key prepared"),
      ...adminFailures,
      ...notFound,
      409: { ...conflict[409], description: "The record takes no encrypted assertions" },
    },
  },
  async ({ call, params: { id }, actor }) =>
    serviceMessage("next key prepared", await prepareEncryptionKey(call, id, actor)),
);

const activateEncryption = endpoint(
  {
    ...common,
    path: "/v1/saml/providers/:id/encryption-key/activate",
    params,
    summary: "Decrypt with the next key of one SAML provider alone",
    description: "Once the provider has read the metadata again. The old key is forgotten.",
    answers: {
      200: serviceMessageAnswer("next key in use"),
      ...adminFailures,
      ...notFound,
      409: { ...conflict[409], description: "No next key is prepared" },
    },
  },
  async ({ call, params: { id }, actor }) =>
    serviceMessage("next key in use", await activateEncryptionKey(call, id, actor)),
);

export const samlEndpoints: readonly Endpoint[] = [
  ...[test, prepare, activate],
  ...[prepareEncryption, activateEncryption],
];
