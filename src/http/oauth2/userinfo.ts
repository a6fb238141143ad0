/** {prefix}/oauth2/userinfo and userinfo/{custom} (OpenID Connect Core §5.3; K-19; auth-wire 5.6). */
import { z } from "zod";
import { type Call, now } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { sanitizedDetails } from "../../iam/principals/principal-view.ts";
import { acceptBearer, readBearer, type Used } from "../../oauth2/bearer.ts";
import { signUserinfo, toldBy, userinfoClaims } from "../../oauth2/userinfo.ts";
import { applyClaimSet, findClaimSet, logFailure } from "../../tokens/custom-info.ts";
import { onlyTold } from "../../tokens/told.ts";
import { nonceHeader } from "../../web/dpop-challenge.ts";
import { json, type Reply } from "../../web/reply.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { bearerFailure, oauthFailure } from "./answers.ts";
import { TOKEN_EXAMPLE, USERINFO_EXAMPLE } from "./examples.ts";

const claims = z
  .object({
    sub: z.string(),
    name: z.string().optional(),
    preferred_username: z.string().optional(),
    email: z.string().optional(),
    given_name: z.string().optional(),
    family_name: z.string().optional(),
  })
  .catchall(z.unknown())
  .meta({ id: "UserinfoClaims" });

const form = z.object({ access_token: z.string().optional() });

/** The set's templates; 404 as discovery of the set is (N-6, O-4). */
function claimSet(call: Call, name: string | undefined) {
  if (name === undefined) return undefined;
  const set = findClaimSet(call.snapshot.settings.custom_info, name);
  if (!set) throw new AuthError("not_found", "unknown claim set");
  return set.claims;
}

async function answer(
  call: Call,
  headers: Headers,
  formToken: string | undefined,
  name: string | undefined,
): Promise<Reply> {
  const templates = claimSet(call, name);
  const used = await acceptBearer(call, readBearer(headers, formToken));
  const { subject } = used;
  const { principal } = subject;
  const base = await userinfoClaims(call, subject);
  if (!templates || name === undefined) return told(call, used, base);
  const may = toldBy(call, subject);
  const details = onlyTold(sanitizedDetails(await principal.details.open()), may);
  const failed = logFailure(call.service.runtime.log, name);
  // Templates read no more of the person than the client may learn (decision E-9).
  const user = {
    ...principal,
    id: String(base.sub),
    details,
    ...(!may.names && { alias: [], description: "" }),
  };
  return told(
    call,
    used,
    applyClaimSet(base, user, templates, failed, () => now(call)),
  );
}

/** JSON, or signed where the client's record asks for it (§5.3.2). */
async function told(
  call: Call,
  { subject: { client }, confirmed }: Used,
  claims: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  if (!client.userinfoAlgorithm) return json(claims, 200, nonceHeader(confirmed));
  const text = await signUserinfo(call, client.id, client.userinfoAlgorithm, claims);
  return {
    ...json({}, 200, { "Content-Type": "application/jwt", ...nonceHeader(confirmed) }),
    text,
  };
}

const common = { plane: "public", family: "oauth", tag: "OpenID Connect", cors: true } as const;
const answers = {
  200: {
    description:
      "Claims of the token's subject; `application/jwt` with the same as a signed token when the client's record names `userinfo_signed_response_alg`",
    schema: claims,
    example: USERINFO_EXAMPLE,
  },
  400: oauthFailure("More than one access token"),
  401: bearerFailure(
    "No access token (then without `error`), or one that is not accepted; a bound token without its proof",
  ),
  503: oauthFailure("Temporarily unavailable"),
};

function routes(
  path: string,
  params: z.ZodType<{ custom?: string | undefined }>,
  summary: string,
): Endpoint[] {
  return [
    endpoint(
      { ...common, method: "get", path, params, summary, answers },
      ({ call, request, params: { custom } }) => answer(call, request.headers, undefined, custom),
    ),
    endpoint(
      {
        ...common,
        method: "post",
        path,
        params,
        summary,
        description:
          "The token comes in the Authorization header or as `access_token` in the form.",
        body: {
          kind: "form",
          schema: form,
          message: "invalid form",
          optional: true,
          example: { access_token: TOKEN_EXAMPLE.access_token },
        },
        answers,
      },
      ({ call, request, params: { custom }, body }) =>
        answer(call, request.headers, body?.access_token, custom),
    ),
  ];
}

export const userinfoEndpoints: readonly Endpoint[] = [
  ...routes("/oauth2/userinfo", z.object({}), "Claims about the signed-in user"),
  ...routes(
    "/oauth2/userinfo/:custom",
    z.object({ custom: z.string() }),
    "The same with a custom claim set",
  ),
];
