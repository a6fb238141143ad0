/** POST and GET {prefix}/saml/{provider}/acs: the assertion consumer service (auth-wire 6.2; saml-bindings 3.5). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import {
  acceptSamlResponse,
  finishSamlLogin,
  type PostedResponse,
} from "../../federation/saml/finish.ts";
import { finishSamlTest, isTestState } from "../../federation/saml/test-provider.ts";
import type { FederatedAnswer } from "../../oauth2/federated-request.ts";
import { prefersHtml } from "../../web/accept.ts";
import { pageResponse } from "../../web/pages/response.ts";
import type { Answered } from "../../web/reply.ts";
import { readFormParameters } from "../endpoint/body.ts";
import { answerForm, goOn } from "../endpoint/client-answer.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload } from "../endpoint/envelope.ts";
import { samlReportPage } from "../pages/saml-report-page.ts";
import { samlFailures } from "./answers.ts";

/** A document of 256 KiB as base64, percent-encoded (N-1, S-1). */
const MAX_FORM_BYTES = 384 * 1024;

const form = z
  .object({ SAMLResponse: z.string().optional(), RelayState: z.string().optional() })
  .meta({ id: "SamlResponseForm" });

/** Each field once (N-5). */
async function readResponse(request: Request): Promise<PostedResponse> {
  let fields: URLSearchParams;
  try {
    fields = await readFormParameters(request, MAX_FORM_BYTES);
  } catch (cause) {
    if (!(cause instanceof AuthError) || cause.status !== 400) throw cause;
    throw new AuthError("invalid_request", "cannot parse form", { detail: cause.message, cause });
  }
  const single = (name: string) => {
    const [value, ...others] = fields.getAll(name);
    if (others.length === 0) return value;
    throw new AuthError("invalid_request", "cannot parse form", {
      detail: `${name} is given more than once`,
    });
  };
  return { SAMLResponse: single("SAMLResponse"), RelayState: single("RelayState") };
}

const answerOf = (call: Call, { location, cookie }: FederatedAnswer): Answered =>
  goOn(call, location, cookie === undefined ? [] : [cookie]);

const common = {
  path: "/saml/:provider/acs",
  plane: "public",
  family: "sign-in",
  tag: "SAML",
  params: z.object({ provider: z.string() }),
} as const;

const accept = endpoint(
  {
    ...common,
    method: "post",
    summary: "Take the response of a SAML provider",
    description:
      "Signed assertions only. Where the browser's cookie did not come along, as in a post from another site, the browser is sent to this address once more before it gets the code.",
    body: {
      kind: "form",
      schema: form,
      message: "cannot parse form",
      example: { SAMLResponse: "PHNhbWxwOlJlc3BvbnNl…", RelayState: "3f1c…" },
    },
    readsItself: true,
    answers: {
      200: {
        description:
          "The report of a test that an administrator began, or the form for `form_post`",
        schema: z.string(),
        contentType: "text/html; charset=utf-8",
        example: "<!doctype html>…",
      },
      302: {
        description: "To the client with a code, to the consent page, or to this address once more",
      },
      ...samlFailures,
    },
  },
  async ({ call, params: { provider }, request }) => {
    const posted = await readResponse(request);
    const { SAMLResponse = "", RelayState } = posted;
    if (!isTestState(RelayState)) {
      return answerOf(call, await acceptSamlResponse(call, provider, posted, request));
    }
    const report = await finishSamlTest(call, provider, RelayState, SAMLResponse);
    if (!prefersHtml(request, false)) return payload(report);
    return pageResponse(call, samlReportPage(call, report), {
      status: 200,
      formAction: ["'none'"],
    });
  },
);

const finish = endpoint(
  {
    ...common,
    method: "get",
    summary: "Finish a sign-in at a SAML provider",
    description: "The browser brings its cookie, and gets the code.",
    query: z.object({ answer: z.string().optional() }),
    changesState: true,
    answers: {
      200: answerForm,
      302: { description: "To the client with a code, or to the consent page" },
      ...samlFailures,
    },
  },
  async ({ call, params: { provider }, query: { answer }, request }) =>
    answerOf(call, await finishSamlLogin(call, provider, answer, request)),
);

export const samlAcsEndpoints: readonly Endpoint[] = [accept, finish];
