/**
 * The public OAuth surface on Deno Deploy: token with device flow and exchange, registration, userinfo,
 * introspection, revocation, JWKS and discovery. Another instance, which has the whole service, owns the schema and the management.
 * People cannot sign in here, so login and consent belong to the other instance too: the authorization
 * endpoint is there when `authorize.login_url` is an address of that instance, and 404 otherwise.
 *
 * Environment: DATABASE_URL, and ENCRYPTION_KEY as the other instance has it.
 */
import { createAuth } from "postern";
import { edgeRuntime } from "postern/edge";

const dsn = Deno.env.get("DATABASE_URL");
const key = Deno.env.get("ENCRYPTION_KEY");
if (!dsn || !key) throw new Error("DATABASE_URL and ENCRYPTION_KEY are needed");

const auth = createAuth(
  {
    // No loops and no listener: a request looks for a new version when `poll_interval` has passed.
    surface: "public",
    database: { dsn, max_open_conns: 2, migration: { disabled: true } },
    encryption: { key },
    cache: { poll_interval: "5s" },
  },
  edgeRuntime(),
);

/** An anonymous session: a header that a client sends names no user. */
Deno.serve({ port: Number(Deno.env.get("PORT") ?? "8000") }, (request, info) =>
  auth.fetch(request, info, { session: {} }),
);
