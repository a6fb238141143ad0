/** What the service says about itself: info, version, capabilities (auth-wire 1.6, 7.5). */
import { z } from "zod";
import type { Call, Limits } from "../../call.ts";
import { adminPermission, decideAdmin } from "../../iam/administrators/admin.ts";
import { limitsOf } from "../../iam/administrators/limited.ts";
import { references } from "../../iam/roles/role-view.ts";
import { messageOf } from "../../messages/message.ts";
import { CAPABILITIES } from "../../settings/administration.ts";
import { json } from "../../web/reply.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { messageSchema, payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, unavailable } from "../endpoint/failures.ts";

const TAG = "Service";

const info = z
  .object({
    prefix_path: z.string(),
    version: z.number().int(),
    storage: z.string(),
    oauth2: z.object({
      configured_base_url: z.string().optional(),
      effective_base_url: z.string(),
      issuer_url: z.string(),
      openid_configuration_url: z.string(),
      authorization_server_metadata_url: z.string(),
      token_url: z.string(),
      jwks_url: z.string(),
      callback_url_pattern: z.string(),
      replacement_from: z.string().optional(),
      replacement_to: z.string().optional(),
    }),
  })
  .meta({ id: "ServiceInfo" });

const EXAMPLE_ISSUER = "https://id.example.com/auth/oauth2";

const INFO_EXAMPLE = {
  payload: {
    prefix_path: "/auth",
    version: 42,
    storage: "postgres",
    oauth2: {
      effective_base_url: "https://id.example.com",
      issuer_url: EXAMPLE_ISSUER,
      openid_configuration_url: `${EXAMPLE_ISSUER}/.well-known/openid-configuration`,
      authorization_server_metadata_url: `${EXAMPLE_ISSUER}/.well-known/oauth-authorization-server`,
      token_url: `${EXAMPLE_ISSUER}/token`,
      jwks_url: `${EXAMPLE_ISSUER}/certs`,
      callback_url_pattern: `${EXAMPLE_ISSUER}/code/{provider}`,
    },
  },
};

const infoEndpoint = endpoint(
  {
    method: "get",
    path: "/v1/info",
    plane: "public",
    family: "service",
    tag: TAG,
    summary: "Prefix, storage, version and public URLs",
    description: "The stored base URL and its replacement are shown to administrators only.",
    answers: { 200: { ...payloadAnswer(info), example: INFO_EXAMPLE }, ...unavailable },
  },
  ({ call, caller }) => {
    const { options, store } = call.service;
    const { issuer, origin, snapshot } = call;
    const { base_url: base } = snapshot.settings.oauth2;
    const host = base.replace(/^[a-z]+:\/\//i, "").replace(/\/$/, "");
    const rules = options.session_providers.host_replacements;
    const replaced = Object.hasOwn(rules, host);
    const internals = {
      configured_base_url: base,
      replacement_from: replaced ? host : "",
      replacement_to: replaced ? rules[host] : "",
    };
    return payload({
      prefix_path: options.prefix_path,
      version: snapshot.version,
      storage: store.driver.storage,
      oauth2: {
        ...(decideAdmin(call, caller).is_admin && internals),
        effective_base_url: origin,
        issuer_url: issuer,
        openid_configuration_url: `${issuer}/.well-known/openid-configuration`,
        authorization_server_metadata_url: `${issuer}/.well-known/oauth-authorization-server`,
        token_url: `${issuer}/token`,
        jwks_url: `${issuer}/certs`,
        callback_url_pattern: `${issuer}/code/{provider}`,
      },
    });
  },
);

const versionEndpoint = endpoint(
  {
    method: "get",
    path: "/v1/version",
    plane: "admin",
    act: "see what happens",
    family: "iam",
    tag: TAG,
    summary: "Current auth version",
    answers: {
      200: {
        description: "Not wrapped",
        schema: z.object({ version: z.number().int() }),
        example: { version: 42 },
      },
      ...adminFailures,
    },
  },
  ({ call }) => json({ version: call.snapshot.version }),
);

const reference = z.object({ id: z.string(), name: z.string() });

const capabilities = z
  .object({
    is_admin: z.boolean(),
    anonymous_admin: z.boolean(),
    bootstrap_admin: z.boolean(),
    self_service: z.boolean(),
    api_key_self_service: z.boolean(),
    admin_permission: z.string(),
    admin_permission_configured: z.boolean(),
    allow_missing_x_user: z.boolean(),
    x_user: z.string().optional(),
    authorization_error: z.string().optional(),
    limited: z
      .array(
        z.object({
          may: z.array(z.enum(CAPABILITIES)),
          people_of: z.array(reference).optional().meta({
            description: "Whose holders `support` and `people` reach; absent: all people",
          }),
          roles: z.array(reference).meta({ description: "That `people` gives and takes" }),
        }),
      )
      .optional()
      .meta({ description: "What an administrator with fewer rights may do, and how far" }),
    authorization_message: messageSchema.optional().meta({ description: "The reason by id" }),
  })
  .meta({ id: "Capabilities" });

const CAPABILITIES_EXAMPLE = {
  payload: {
    is_admin: true,
    anonymous_admin: false,
    bootstrap_admin: false,
    self_service: true,
    api_key_self_service: false,
    admin_permission: "admin",
    admin_permission_configured: true,
    allow_missing_x_user: false,
    x_user: "admin",
  },
};

/** Roles that are gone are left out: they reach no one and are given to no one. */
const shownGrant = (
  { snapshot: { roles } }: Call,
  { may, people_of, roles: given }: Limits["grants"][number],
) => ({
  may,
  ...(people_of.length > 0 && { people_of: references(people_of, roles) }),
  roles: references(given, roles),
});

const capabilitiesEndpoint = endpoint(
  {
    method: "get",
    path: "/v1/capabilities",
    plane: "public",
    family: "service",
    tag: TAG,
    summary: "What the caller of this request may do",
    answers: {
      200: { ...payloadAnswer(capabilities), example: CAPABILITIES_EXAMPLE },
      ...unavailable,
    },
  },
  ({ call, caller: context }) => {
    const { settings } = call.snapshot;
    const { caller } = context;
    const { refusal, ...decision } = decideAdmin(call, context);
    const reason = refusal === undefined ? undefined : messageOf(refusal);
    const present = caller.kind === "named";
    const permission = adminPermission(call);
    const limits = decision.is_admin ? undefined : limitsOf(call, context);
    return payload({
      ...decision,
      self_service: present,
      api_key_self_service: present && settings.api_key.self_service && !settings.api_key.disabled,
      admin_permission: permission,
      admin_permission_configured: permission !== "",
      allow_missing_x_user: settings.admin.allow_missing_x_user,
      ...(caller.kind === "named" && { x_user: caller.name }),
      ...(reason && { authorization_error: reason.text }),
      ...(reason?.id && { authorization_message: reason }),
      ...(limits && { limited: limits.grants.map((grant) => shownGrant(call, grant)) }),
    });
  },
);

export const infoEndpoints: readonly Endpoint[] = [
  infoEndpoint,
  versionEndpoint,
  capabilitiesEndpoint,
];
