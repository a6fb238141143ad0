/** {prefix}/v1/me/identities: the sign-ins elsewhere of the caller's own account, as on the account page (U-3; F-3). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { startLinking } from "../../federation/upstream/start.ts";
import type { CallerContext } from "../../iam/caller.ts";
import { identitiesOf, isOwners, unlinkIdentity } from "../../iam/claim-mapping/identities.ts";
import { linkableProviders, providerName } from "../../iam/claim-mapping/providers.ts";
import { requireOwner } from "../../iam/owner.ts";
import { requireRecentSignIn } from "../../iam/reauthentication.ts";
import { message as sentence } from "../../messages/message.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import {
  badRequest,
  conflict,
  noCaller,
  notFound,
  refusedCaller,
  unavailable,
} from "../endpoint/failures.ts";

const common = { plane: "caller", family: "service", tag: "Own account" } as const;
const failures = { ...badRequest, ...noCaller, ...refusedCaller, ...unavailable };

const key = z.object({
  provider: z
    .string()
    .max(1_000)
    .meta({ description: "Kind and ID of the record", example: "oauth:google" }),
  issuer: z.string().max(2_048).meta({ description: "Who vouches for the person" }),
  subject: z.string().max(1_024).meta({ description: "What the issuer calls the person" }),
});

const view = z
  .object({
    identities: z.array(
      key.extend({
        name: z.string().meta({ description: "Of the provider" }),
        label: z.string().meta({ description: "Name of the person there, when it was linked" }),
        created_at: z.string(),
      }),
    ),
    providers: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .meta({ description: "Where a sign-in may be linked that is not linked yet" }),
  })
  .meta({ id: "OwnIdentities" });

/** A link allows signing in for good, so it belongs to the person and not to a key or a program. */
function ownUser(call: Call, caller: CallerContext) {
  const owner = requireOwner(call.snapshot, caller);
  if (owner.service_account) throw new AuthError("forbidden", sentence("refusal.service_account"));
  return owner;
}

const list = endpoint(
  {
    ...common,
    method: "get",
    path: "/v1/me/identities",
    summary: "List the sign-ins elsewhere that lead to the caller, and those that may be added",
    answers: {
      200: {
        ...payloadAnswer(view),
        example: {
          payload: {
            identities: [
              {
                ...{ provider: "oauth:google", issuer: "https://accounts.google.com" },
                ...{ subject: "1084", name: "Google", label: "ada@example.com" },
                created_at: "2030-05-02T10:00:00.000Z",
              },
            ],
            providers: [{ id: "github", name: "GitHub" }],
          },
        },
      },
      ...noCaller,
      ...refusedCaller,
      ...unavailable,
    },
  },
  async ({ call, caller }) => {
    const owner = requireOwner(call.snapshot, caller, "list sign-ins elsewhere");
    const links = (await identitiesOf(call.service.store.db, owner.id)).filter(isOwners);
    const linked = new Set(links.map(({ provider }) => provider));
    return payload({
      identities: links.map((link) => ({
        ...{ provider: link.provider, issuer: link.issuer, subject: link.subject },
        ...{ name: providerName(call.snapshot, link.provider), label: link.label },
        created_at: link.created_at.toISOString(),
      })),
      providers: linkableProviders(call.snapshot)
        .filter(({ id }) => !owner.service_account && !linked.has(`oauth:${id}`))
        .map(({ id, name }) => ({ id, name })),
    });
  },
);

const link = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/me/identities",
    summary: "Begin to link the caller with a sign-in elsewhere",
    description:
      "The browser goes to `location`, signs in there, and comes back to the account page. Needs a recent sign-in; not with an API key.",
    body: {
      kind: "json",
      schema: z.object({ provider: z.string().meta({ description: "ID of the record" }) }),
      message: "cannot decode request",
      example: { provider: "google" },
    },
    answers: {
      200: {
        ...payloadAnswer(z.object({ location: z.string() })),
        example: { payload: { location: "https://accounts.google.com/o/oauth2/v2/auth?…" } },
      },
      ...failures,
      ...notFound,
    },
  },
  async ({ call, caller, body }) => {
    const owner = ownUser(call, caller);
    requireRecentSignIn(call, caller, "link a sign-in");
    const { location, cookie } = await startLinking(call, body.provider, owner.id);
    const answer = payload({ location });
    return { ...answer, headers: { ...answer.headers, "Set-Cookie": cookie } };
  },
);

const unlink = endpoint(
  {
    ...common,
    method: "delete",
    path: "/v1/me/identities",
    summary: "End the link of the caller with a sign-in elsewhere",
    description:
      "Needs a recent sign-in; not with an API key. The last one of an account without a password stays.",
    query: key,
    answers: {
      200: serviceMessageAnswer("identity unlinked"),
      ...failures,
      ...notFound,
      ...conflict,
    },
  },
  async ({ call, caller, query, actor }) => {
    const owner = ownUser(call, caller);
    requireRecentSignIn(call, caller, "end a link");
    const links = await identitiesOf(call.service.store.db, owner.id);
    if (!owner.local && links.length < 2) {
      throw new AuthError("conflict", sentence("refusal.only_way"));
    }
    const gone = isOwners(query) && (await unlinkIdentity(call, owner.id, query, actor));
    if (!gone) throw new AuthError("not_found", sentence("refusal.identity"));
    return serviceMessage("identity unlinked");
  },
);

export const ownIdentityEndpoints: readonly Endpoint[] = [list, link, unlink];
