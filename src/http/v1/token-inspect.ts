/** {prefix}/v1/token/inspect: what a token is, and whether it is accepted here, asked by an administrator. */
import { z } from "zod";
import { inspectToken } from "../../oauth2/inspection/inspect-token.ts";
import { SIGNATURE_STATES, TOKEN_KINDS } from "../../oauth2/inspection/inspected.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badRequest } from "../endpoint/failures.ts";

/** Other issuers' tokens may be longer than ours. */
const MAX_TEXT_LENGTH = 65_536;

const body = z
  .object({
    token: z
      .string()
      .max(MAX_TEXT_LENGTH, `must be at most ${MAX_TEXT_LENGTH} characters`)
      // As it is copied from a header.
      .transform((text) => text.trim().replace(/^bearer\s+/i, ""))
      .refine((text) => text !== "", "must not be empty")
      .meta({ type: "string", description: "Any token, also one of another issuer" }),
  })
  .meta({ id: "TokenInspection" });

const seconds = z.number().meta({ description: "Seconds since the epoch" });
const members = z.record(z.string(), z.unknown());

const inspected = z
  .object({
    kind: z.enum(TOKEN_KINDS).meta({
      description:
        "Without a valid signature: what the token says of itself. `unknown_jwt` is of no kind that this service issues",
    }),
    accepted: z.boolean().meta({ description: "Some use takes it now" }),
    uses: z
      .array(
        z.object({
          use: z.enum(["userinfo", "service", "management", "token", "registration"]),
          accepted: z.boolean(),
          reason: z.string().optional().meta({ description: "Why not" }),
        }),
      )
      .meta({
        description:
          "Where it can be presented: userinfo, the routes and pages of this service, the token endpoint, the registration of clients",
      }),
    header: members.optional(),
    claims: members.optional(),
    unreadable: z
      .literal(true)
      .optional()
      .meta({ description: "Header and claims are nested too deeply to be shown" }),
    signature: z
      .object({ state: z.enum(SIGNATURE_STATES), kid: z.string().optional() })
      .optional()
      .meta({
        description: "`not_checked`: of another issuer, whose keys are not fetched for this",
      }),
    times: z
      .object({
        issued_at: seconds.optional(),
        not_before: seconds.optional(),
        expires_at: seconds.optional(),
        expires_in: z.number().optional().meta({ description: "Seconds; negative after the end" }),
        expired: z.boolean(),
        session_ends_at: seconds.optional(),
      })
      .optional(),
    issuer: z
      .object({
        own: z.boolean(),
        providers: z
          .array(z.string())
          .meta({ description: "Records of this issuer, as `oauth:google`" }),
      })
      .optional(),
    subject: z
      .object({
        id: z.string(),
        alias: z.string().optional(),
        state: z.enum(["enabled", "disabled", "unknown"]),
      })
      .optional(),
    client: z
      .object({
        id: z.string(),
        state: z.enum(["enabled", "disabled_or_unknown"]),
        first_party: z.boolean().optional(),
      })
      .optional(),
    revoked: z.enum(["token", "family", "principal", "consent"]).optional().meta({
      description:
        "The token alone, its sign-in, all that its principal had, or all that the user had allowed the client",
    }),
    replaced: z
      .literal(true)
      .optional()
      .meta({ description: "A newer refresh token has taken its place" }),
    key: z
      .string()
      .optional()
      .meta({ description: "Thumbprint of the key of which a proof has to come with it (DPoP)" }),
    certificate: z
      .string()
      .optional()
      .meta({ description: "Thumbprint of the client certificate that has to come with it" }),
    api_key: z
      .object({
        id: z.string(),
        name: z.string(),
        owner_id: z.string().optional(),
        expires_at: z.string().optional(),
      })
      .optional(),
    initial_access_token: z.object({ id: z.string() }).optional(),
  })
  .meta({ id: "InspectedToken" });

const ID = "01J0A0B0C0D0E0F0G0H0J0K0M1";
const EXAMPLE = {
  kind: "access_token",
  accepted: false,
  uses: [
    { use: "userinfo", accepted: false, reason: "token revoked" },
    { use: "service", accepted: false, reason: "token revoked" },
    { use: "management", accepted: false, reason: "token revoked" },
  ],
  header: { alg: "RS256", kid: "8mKXw2", typ: "at+jwt" },
  claims: { iss: "https://id.example.com/auth/oauth2", sub: ID, typ: "Bearer" },
  signature: { state: "valid", kid: "8mKXw2" },
  times: { issued_at: 1767225600, expires_at: 1767226500, expires_in: 300, expired: false },
  issuer: { own: true, providers: [] },
  subject: { id: ID, alias: "ada", state: "enabled" },
  client: { id: "web", state: "enabled", first_party: false },
  revoked: "family",
};

export const tokenInspectEndpoint = endpoint(
  {
    method: "post",
    path: "/v1/token/inspect",
    plane: "admin",
    act: "see rights",
    family: "service",
    tag: "Tokens",
    summary: "What is this token, and is it accepted here?",
    description:
      "Decided by the functions that decide at its use. It is no use: nothing is counted, stored or logged, no key is fetched, and a refresh token stays as it is.",
    body: {
      kind: "json",
      schema: body,
      message: "cannot inspect token",
      example: { token: "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2lkcC5leGFtcGxlLmNvbSJ9.c2ln" },
    },
    answers: {
      200: { ...payloadAnswer(inspected), example: { payload: EXAMPLE } },
      ...badRequest,
      ...adminFailures,
    },
  },
  async ({ call, body }) => payload(await inspectToken(call, body.token)),
);
