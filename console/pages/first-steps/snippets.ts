/** What to write into an application, finished: with the addresses of this service and the client that was made. */
import type { Registered } from "./kinds.ts";

export interface Snippet {
  readonly name: string;
  readonly text: string;
}

/** Written apart, so that no reader of this file takes it for an import of the console. */
const from = (name: string) => `from ${JSON.stringify(name)};`;

const insecure = (issuer: string) =>
  issuer.startsWith("http:")
    ? `, undefined, {
  execute: [oidc.allowInsecureRequests], // for http on this machine; remove it for https
}`
    : "";

const openidClient = (issuer: string, { id }: Registered): Snippet => ({
  name: "openid-client",
  text: `import * as oidc ${from("openid-client")}

const postern = await oidc.discovery(new URL("${issuer}"), "${id}", process.env.CLIENT_SECRET${insecure(issuer)});`,
});

const oauth4webapi = (issuer: string, { id, redirect }: Registered): Snippet => ({
  name: "oauth4webapi",
  text: `import * as oauth ${from("oauth4webapi")}

const issuer = new URL("${issuer}");
const postern = await oauth
  .discoveryRequest(issuer${issuer.startsWith("http:") ? ", { [oauth.allowInsecureRequests]: true }" : ""})
  .then((answer) => oauth.processDiscoveryResponse(issuer, answer));
const client = { client_id: "${id}" };
const verifier = oauth.generateRandomCodeVerifier();
const address = new URL(postern.authorization_endpoint);
address.search = new URLSearchParams({
  client_id: client.client_id,
  redirect_uri: "${redirect}",
  response_type: "code",
  scope: "openid profile email",
  code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
  state: oauth.generateRandomState(),
}).toString();`,
});

const spring = (issuer: string, { id }: Registered): Snippet => ({
  name: "Spring",
  text: `spring:
  security:
    oauth2:
      client:
        registration:
          postern:
            client-id: ${id}
            client-secret: \${CLIENT_SECRET}
            scope: openid,profile,email
        provider:
          postern:
            issuer-uri: ${issuer}
            user-name-attribute: preferred_username`,
});

const python = (issuer: string, { id }: Registered): Snippet => ({
  name: "Python",
  text: `oauth = OAuth(app)  # from authlib.integrations.flask_client
oauth.register(
    "postern",
    client_id="${id}",
    client_secret=environ["CLIENT_SECRET"],
    server_metadata_url="${issuer}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)`,
});

const golang = (issuer: string, { id, redirect }: Registered): Snippet => ({
  name: "Go",
  text: `provider, err := oidc.NewProvider(ctx, "${issuer}") // github.com/coreos/go-oidc/v3/oidc
config := oauth2.Config{
	ClientID:     "${id}",
	ClientSecret: os.Getenv("CLIENT_SECRET"),
	RedirectURL:  "${redirect}",
	Endpoint:     provider.Endpoint(),
	Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
}`,
});

const curl = (issuer: string, { id }: Registered): Snippet => ({
  name: "curl",
  text: `curl -u "${id}:$CLIENT_SECRET" -d grant_type=client_credentials \\
     ${issuer}/token`,
});

const addresses = (issuer: string, { id, redirect }: Registered): Snippet => ({
  name: "Addresses",
  text: [
    `issuer         ${issuer}`,
    `discovery      ${issuer}/.well-known/openid-configuration`,
    `client_id      ${id}`,
    ...(redirect === "" ? [] : [`redirect_uri   ${redirect}`]),
  ].join("\n"),
});

/** The finished texts for a client; secrets are named by their variable and never in them. */
export function snippetsFor(issuer: string, application: Registered): readonly Snippet[] {
  const makers = {
    web: [openidClient, spring, python, golang],
    spa: [oauth4webapi],
    native: [oauth4webapi],
    machine: [curl],
    mcp: [],
  }[application.kind];
  return [...makers, addresses].map((make) => make(issuer, application));
}

/** Proxies that ask this service about each request, and an own program. @param host of this service */
export const protections = (host: string): readonly Snippet[] => [
  {
    name: "nginx",
    text: `location / {
    auth_request /forward-auth;
    auth_request_set $user $upstream_http_x_user;
    auth_request_set $login $upstream_http_x_login_url;
    proxy_set_header X-User $user; # replaces what the client sent
    proxy_set_header Authorization "";
    proxy_set_header X-API-Key "";
    error_page 401 = @login;
    proxy_pass http://127.0.0.1:9000;
}
location @login {
    return 302 $login;
}
location = /forward-auth {
    internal;
    proxy_pass http://${host};
    proxy_pass_request_body off;
    proxy_set_header Content-Length "";
    proxy_set_header X-User "";
    proxy_set_header X-Forwarded-Method $request_method;
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Forwarded-Uri $request_uri;
}
# docs/guards.md has the whole configuration, which keeps the session's cookie from the application.`,
  },
  {
    name: "Caddy",
    text: `app.example.com {
    route {
        request_header -X-User*
        request_header -X_User*
        reverse_proxy /login/* ${host}
        forward_auth ${host} {
            uri /forward-auth
            copy_headers X-User X-User-Id
        }
        reverse_proxy 127.0.0.1:9000 {
            header_up Cookie "((?:^|;\\s*)(?:__Host-)?auth_session=)[^;]*" "$1-"
            header_up -Authorization
            header_up -X-API-Key
        }
    }
}`,
  },
  {
    name: "Traefik",
    text: `http:
  middlewares:
    no-identity:
      headers:
        customRequestHeaders:
          X-User: ""
          X-User-Id: ""
          X_User: ""
          X_User_Id: ""
    postern:
      forwardAuth:
        address: http://${host}/forward-auth
        authResponseHeaders: [X-User, X-User-Id]
        addAuthCookiesToResponse: [__Host-auth_session]`,
  },
  {
    name: "Hono",
    text: `import { iamCheck } ${from("postern/guards")}

app.use("*", session.middleware);
app.use("*", iamCheck({ auth_middleware: "main" }, instances));`,
  },
];
