/** What the compiler refuses; an expectation that is not met is an error, too. */
import { Hono } from "hono";
import {
  createAuth,
  createLogin,
  createSession,
  forwardAuth,
  type Instances,
  iamCheck,
  type Login,
  type Runtime,
  requireRole,
  requireScope,
  resourceServer,
  type Session,
  sessionInfo,
  setContext,
} from "postern";

declare const runtime: Runtime;
declare const instances: Instances;
declare const session: Session;
declare const login: Login;

// @ts-expect-error the option is called prefix_path
createAuth({ prefix: "/id" }, runtime);
// @ts-expect-error in a group, too: max_open_conns
createAuth({ database: { max_open_cons: 5 } }, runtime);
// @ts-expect-error a duration is a text such as "5s"
createAuth({ cache: { poll_interval: 5 } }, runtime);
// @ts-expect-error one of two words
createAuth({ surface: "pubic" }, runtime);

// @ts-expect-error the option is called skip_paths
createSession({ skip_path: ["/assets/**"] }, instances);
// @ts-expect-error members of providers are known
createSession({ provider: { op: { oauth2: { token_uri: "https://op.example.com" } } } }, instances);
// @ts-expect-error there is no such store
createSession({ store: { active: "disk" } }, instances);
// @ts-expect-error one of a few words
createSession({ options: { same_site: "laxx" } }, instances);

// @ts-expect-error session_middleware is required
createLogin({ path: { base: "/login" } }, instances);
// @ts-expect-error the option is called title
createLogin({ session_middleware: "browser", info: { titel: "Sign in" } }, instances);

// @ts-expect-error the option is called responses
iamCheck({ auth_middleware: "main", response: [] }, instances);
// @ts-expect-error rules have paths
iamCheck({ auth_middleware: "main", public: [{ pathes: ["/assets/**"] }] }, instances);
// @ts-expect-error the option is called pass_headers
forwardAuth({ auth_middleware: "main", pass_header: ["X-Team"] }, instances);
// @ts-expect-error auth_middleware is required
resourceServer({ resource: "https://app.example.com/mcp" }, instances);
// @ts-expect-error the option is called required_scopes
resourceServer({ auth_middleware: "main", required_scope: ["mcp"] }, instances);
// @ts-expect-error the option is called values
sessionInfo({ session_middleware: "browser", information: { value: ["name"] } }, instances);
// @ts-expect-error roles are required
requireRole({ methods: ["POST"] });
// @ts-expect-error the option is called noop
requireScope({ scopes: ["api"], no_op: true });

// @ts-expect-error the flag is called disable_redirect
setContext({ disable_redirects: true });
// @ts-expect-error a flag is true or false
setContext({ logout: "yes" });

new Hono().get("/", (c) => {
  // @ts-expect-error there is no such variable
  c.get("claim");
  // @ts-expect-error absent where no session ran
  const claims: Readonly<Record<string, unknown>> = c.get("claims");
  return c.json(claims);
});

// @ts-expect-error parsed options are internal
session.options;
// @ts-expect-error parsed options are internal
login.options;
// @ts-expect-error the parts of a service are internal
createAuth({}, runtime).service;
