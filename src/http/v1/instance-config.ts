/** GET {prefix}/v1/instance-config: what this instance overrides by its own configuration (7.3). */
import { z } from "zod";
import { formatDuration } from "../../std/duration.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures } from "../endpoint/failures.ts";

const redis = z.object({
  address: z.array(z.string()),
  username: z.string(),
  password_set: z.boolean(),
  client_name: z.string(),
  cluster: z.boolean(),
  sentinel_master: z.string().optional(),
  sentinel_username: z.string().optional(),
  sentinel_password_set: z.boolean().optional(),
  tls: z.object({
    enabled: z.boolean(),
    cert_file: z.string(),
    key_file: z.string(),
    ca_file: z.string(),
  }),
});

const instanceConfig = z
  .object({
    cache: z.object({
      code_store: z.object({
        pinned: z.boolean(),
        active: z.string().optional(),
        key_prefix: z.string().optional(),
        redis: redis.optional(),
      }),
      disable_notification_listener: z.boolean(),
      poll_interval: z.string(),
    }),
    ldap: z.object({ addr: z.string(), disable_sync: z.boolean() }),
    oauth2: z.object({ base_url: z.string() }),
    session_providers: z.object({
      host_replacements: z.record(z.string(), z.string()),
      overrides: z.record(z.string(), z.unknown()),
    }),
  })
  .meta({ id: "InstanceConfig" });

const EXAMPLE = {
  payload: {
    cache: {
      code_store: { pinned: false },
      disable_notification_listener: false,
      poll_interval: "",
    },
    ldap: { addr: "", disable_sync: false },
    oauth2: { base_url: "" },
    session_providers: {
      host_replacements: { "id.example.com": "localhost:8080" },
      overrides: { main: { oauth2: { token_url: "http://localhost:8080/auth/oauth2/token" } } },
    },
  },
};

export const instanceConfigEndpoint = endpoint(
  {
    method: "get",
    path: "/v1/instance-config",
    plane: "admin",
    act: "see settings",
    family: "service",
    tag: "Service",
    summary: "Overrides of this instance, without secrets",
    answers: { 200: { ...payloadAnswer(instanceConfig), example: EXAMPLE }, ...adminFailures },
  },
  ({ call }) => {
    const { cache, ldap, oauth2, session_providers } = call.service.options;
    const store = cache.code_store;
    const { poll_interval, disable_notification_listener } = cache;
    const fallback = disable_notification_listener ? "10s" : "";
    const redisStore = store?.active === "redis" ? store.redis : undefined;
    return payload({
      cache: {
        code_store: {
          pinned: store !== undefined,
          ...(store && { active: store.active }),
          ...(redisStore && {
            key_prefix: store?.key_prefix,
            redis: {
              address: redisStore.address,
              username: redisStore.username,
              password_set: Boolean(redisStore.password),
              client_name: redisStore.client_name,
              cluster: redisStore.cluster,
              ...(redisStore.sentinel_master && {
                sentinel_master: redisStore.sentinel_master,
                sentinel_username: redisStore.sentinel_username,
                sentinel_password_set: Boolean(redisStore.sentinel_password),
              }),
              tls: redisStore.tls,
            },
          }),
        },
        disable_notification_listener,
        poll_interval: poll_interval === undefined ? fallback : formatDuration(poll_interval),
      },
      ldap: { addr: ldap.addr, disable_sync: ldap.disable_sync },
      oauth2: { base_url: oauth2.base_url },
      session_providers: {
        host_replacements: session_providers.host_replacements,
        overrides: session_providers.overrides,
      },
    });
  },
);
