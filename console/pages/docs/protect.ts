/** Proxies and guards in front of an application, as `docs/guards.md` has them; a test compares. */
import type { Snippet } from "./snippet.ts";

export const PROTECT: readonly Snippet[] = [
  {
    id: "nginx",
    label: "nginx",
    page: "guards.md",
    text: `# The application gets every cookie but the session's.
map $http_cookie $fewer_cookies {
    default $http_cookie;
    "~^(?:__Host-)?auth_session=[^;]*(?:; *(?<later>.*))?$" "$later";
    "~^(?<before>.*?); *(?:__Host-)?auth_session=[^;]*(?<behind>;.*)?$" "$before$behind";
}
# A browser sends one at most. A client that sends several gets none of them through.
map $fewer_cookies $application_cookie {
    default $fewer_cookies;
    "~(?:^|; *)(?:__Host-)?auth_session=" "";
}

server {
    listen 80;
    underscores_in_headers off; # the default: X_User and the like never get through

    location / {
        auth_request /forward-auth;
        auth_request_set $user $upstream_http_x_user;
        auth_request_set $user_id $upstream_http_x_user_id;
        auth_request_set $session $upstream_http_set_cookie;
        auth_request_set $login $upstream_http_x_login_url;
        add_header Set-Cookie $session always;
        proxy_set_header Host $http_host;
        proxy_set_header X-User $user; # replaces what the client sent, also when there is no user
        proxy_set_header X-User-Id $user_id;
        proxy_set_header Cookie $application_cookie;
        proxy_set_header Authorization "";
        proxy_set_header X-API-Key "";
        error_page 401 = @login;
        proxy_pass http://127.0.0.1:9000;
    }
    location @login {
        add_header Set-Cookie $session always;
        if ($login = "") { return 401; }
        return 302 $login;
    }
    location /login/ {
        proxy_pass http://%SERVICE%;
        proxy_set_header Host $http_host;
        proxy_set_header X-User "";
        proxy_set_header X-User-Id "";
    }
    location = /forward-auth {
        internal;
        proxy_pass http://%SERVICE%;
        proxy_pass_request_body off;
        proxy_set_header Content-Length "";
        proxy_set_header X-User "";
        proxy_set_header X-User-Id "";
        proxy_set_header X-Forwarded-Method $request_method;
        proxy_set_header X-Forwarded-Host $http_host;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_set_header X-Forwarded-Uri $request_uri;
    }
}`,
  },
  {
    id: "traefik",
    label: "Traefik",
    page: "guards.md",
    text: `http:
  middlewares:
    no-identity:
      headers:
        customRequestHeaders:
          X-User: ""
          X-User-Id: ""
          X_User: ""
          X_User_Id: ""
          X-User_Id: ""
          X_User-Id: ""
    postern:
      forwardAuth:
        address: http://%SERVICE%/forward-auth
        authResponseHeaders: [X-User, X-User-Id]
        addAuthCookiesToResponse: [__Host-auth_session]`,
  },
  {
    id: "caddy",
    label: "Caddy",
    page: "guards.md",
    text: `app.example.com {
    route {
        request_header -X-User*
        request_header -X_User*
        reverse_proxy /login/* %SERVICE%
        forward_auth %SERVICE% {
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
    id: "iam-check",
    label: "iamCheck",
    page: "guards.md",
    text: `import { iamCheck } %FROM% "postern/guards";

app.use("*", session.middleware);
app.use(
  "*",
  iamCheck(
    {
      auth_middleware: "main",
      public: [{ paths: ["/assets/**", "/health"], methods: ["GET"] }],
      responses: [{ path: "/admin/**", message: "Ask your administrator for access." }],
    },
    instances,
  ),
);
app.get("/reports/:id", (c) => c.text(\`Report for \${c.req.header("x-user")}\`));`,
  },
  {
    id: "resource-server",
    label: "resourceServer",
    page: "guards.md",
    text: `import { resourceServer } %FROM% "postern/guards";

const mcp = resourceServer(
  {
    auth_middleware: "main",
    resource: "https://app.example.com/mcp",
    required_scopes: ["mcp"],
    scopes_supported: ["mcp"],
  },
  instances,
);
app.use("/.well-known/oauth-protected-resource/*", mcp);
app.use("/mcp/*", mcp);
app.post("/mcp/run", (c) => c.json({ user: c.req.header("x-user") }));`,
  },
];
