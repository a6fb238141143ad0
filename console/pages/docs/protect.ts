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

# A websocket is asked about once, when it is opened.
map $http_upgrade $connection_upgrade {
    default upgrade;
    "" "";
}

server {
    listen 80;
    underscores_in_headers off; # the default: X_User and the like never get through

    # For Postern. A location with a proxy_set_header of its own inherits none of these.
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Forwarded-Port $server_port;
    proxy_set_header X-Forwarded-Prefix "";
    proxy_set_header X-Real-IP $remote_addr;
    proxy_set_header Forwarded "";
    proxy_set_header X-Forwarded-Method $request_method;
    proxy_set_header X-Forwarded-Uri $request_uri;
    proxy_set_header X-User "";
    proxy_set_header X-User-Id "";
    proxy_set_header X-Api-Key-Name "";
    proxy_set_header X-Client-Cert "";
    proxy_set_header X-Client-Verify "";
    proxy_set_header X-Original-URL "";
    proxy_set_header X-Original-Method "";
    proxy_set_header X-Rewrite-URL "";
    proxy_set_header X-HTTP-Method-Override "";
    proxy_set_header X-HTTP-Method "";
    proxy_set_header X-Method-Override "";

    location / {
        auth_request /forward-auth;
        auth_request_set $user $upstream_http_x_user;
        auth_request_set $user_id $upstream_http_x_user_id;
        auth_request_set $key_name $upstream_http_x_api_key_name;
        auth_request_set $session $upstream_http_set_cookie;
        auth_request_set $login $upstream_http_x_login_url;
        add_header Set-Cookie $session always;
        error_page 401 = @login;
        proxy_pass http://127.0.0.1:9000;

        # For the application: each of them replaces what the client sent, also when it is empty.
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $connection_upgrade;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Host $http_host;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_set_header X-Forwarded-Port $server_port;
        proxy_set_header X-Forwarded-Prefix "";
        proxy_set_header X-Real-IP $remote_addr;
        proxy_set_header Forwarded "";
        proxy_set_header X-Forwarded-Method "";
        proxy_set_header X-Forwarded-Uri "";
        proxy_set_header X-User $user;
        proxy_set_header X-User-Id $user_id;
        proxy_set_header X-Api-Key-Name $key_name;
        proxy_set_header X-Client-Cert "";
        proxy_set_header X-Client-Verify "";
        proxy_set_header X-Original-URL "";
        proxy_set_header X-Original-Method "";
        proxy_set_header X-Rewrite-URL "";
        proxy_set_header X-HTTP-Method-Override "";
        proxy_set_header X-HTTP-Method "";
        proxy_set_header X-Method-Override "";
        proxy_set_header Cookie $application_cookie;
        proxy_set_header Authorization "";
        proxy_set_header X-API-Key "";
    }
    location @login {
        add_header Set-Cookie $session always;
        if ($login = "") { return 401; }
        return 302 $login;
    }
    location /login/ {
        proxy_pass http://%SERVICE%;
    }
    location = /forward-auth {
        internal;
        proxy_pass http://%SERVICE%;
        proxy_pass_request_body off;
        proxy_set_body "";
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
          X_User: ""
          X-User-Id: ""
          X_User-Id: ""
          X-User_Id: ""
          X_User_Id: ""
          X-Api-Key-Name: ""
          X_Api-Key-Name: ""
          X-Api_Key-Name: ""
          X_Api_Key-Name: ""
          X-Api-Key_Name: ""
          X_Api-Key_Name: ""
          X-Api_Key_Name: ""
          X_Api_Key_Name: ""
          X-Client-Cert: ""
          X_Client-Cert: ""
          X-Client_Cert: ""
          X_Client_Cert: ""
          X-Client-Verify: ""
          X_Client-Verify: ""
          X-Client_Verify: ""
          X_Client_Verify: ""
          Forwarded: ""
          X_Real-IP: ""
          X-Real_IP: ""
          X_Real_IP: ""
          X_Forwarded-For: ""
          X-Forwarded_For: ""
          X_Forwarded_For: ""
          X_Forwarded-Host: ""
          X-Forwarded_Host: ""
          X_Forwarded_Host: ""
          X_Forwarded-Proto: ""
          X-Forwarded_Proto: ""
          X_Forwarded_Proto: ""
          X_Forwarded-Port: ""
          X-Forwarded_Port: ""
          X_Forwarded_Port: ""
          X-Forwarded-Prefix: ""
          X_Forwarded-Prefix: ""
          X-Forwarded_Prefix: ""
          X_Forwarded_Prefix: ""
          X-Original-URL: ""
          X_Original-URL: ""
          X-Original_URL: ""
          X_Original_URL: ""
          X-Original-Method: ""
          X_Original-Method: ""
          X-Original_Method: ""
          X_Original_Method: ""
          X-Rewrite-URL: ""
          X_Rewrite-URL: ""
          X-Rewrite_URL: ""
          X_Rewrite_URL: ""
          X-HTTP-Method-Override: ""
          X_HTTP-Method-Override: ""
          X-HTTP_Method-Override: ""
          X_HTTP_Method-Override: ""
          X-HTTP-Method_Override: ""
          X_HTTP-Method_Override: ""
          X-HTTP_Method_Override: ""
          X_HTTP_Method_Override: ""
          X-HTTP-Method: ""
          X_HTTP-Method: ""
          X-HTTP_Method: ""
          X_HTTP_Method: ""
          X-Method-Override: ""
          X_Method-Override: ""
          X-Method_Override: ""
          X_Method_Override: ""
    postern:
      forwardAuth:
        address: http://%SERVICE%/forward-auth
        authResponseHeaders: [X-User, X-User-Id, X-Api-Key-Name]
        addAuthCookiesToResponse: [__Host-auth_session]`,
  },
  {
    id: "caddy",
    label: "Caddy",
    page: "guards.md",
    text: `app.example.com {
    route {
        request_header -X-Forwarded*
        request_header -X_Forwarded*
        request_header -Forwarded
        request_header -X-Real*
        request_header -X_Real*
        request_header -X-User*
        request_header -X_User*
        request_header -X-Api-Key-*
        request_header -X-Api-Key_*
        request_header -X-Api_*
        request_header -X_Api*
        request_header -X-Client*
        request_header -X_Client*
        request_header -X-Original*
        request_header -X_Original*
        request_header -X-Rewrite*
        request_header -X_Rewrite*
        request_header -X-HTTP*
        request_header -X_HTTP*
        request_header -X-Method*
        request_header -X_Method*
        reverse_proxy /login/* %SERVICE%
        forward_auth %SERVICE% {
            uri /forward-auth
            copy_headers X-User X-User-Id X-Api-Key-Name
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
