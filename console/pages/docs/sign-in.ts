/** Programs that sign people in, as the pages of `docs/connect` have them; a test compares. */
import type { Snippet } from "./snippet.ts";

export const SIGN_IN: readonly Snippet[] = [
  {
    id: "openid-client",
    label: "openid-client (Node)",
    page: "connect/express.md",
    text: `import express %FROM% "express";
import session %FROM% "express-session";
import * as oidc %FROM% "openid-client";

const issuer = new URL("%ISSUER%");
const here = "http://127.0.0.1:3000";

const postern = await oidc.discovery(issuer, "%CLIENT%", process.env.CLIENT_SECRET, undefined, {
  execute: [oidc.allowInsecureRequests], // for http on this machine; remove it for https
});

const app = express();
app.use(
  session({
    name: "notes",
    secret: process.env.SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: "lax", secure: here.startsWith("https:") },
  }),
);

// Where the sign-in starts: what must be the same at its end is kept in the session.
app.get("/login", async (request, response) => {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const expectedState = oidc.randomState();
  const expectedNonce = oidc.randomNonce();
  request.session.checks = { pkceCodeVerifier, expectedState, expectedNonce };
  const url = oidc.buildAuthorizationUrl(postern, {
    redirect_uri: \`\${here}/callback\`,
    scope: "openid profile email",
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  response.redirect(url.href);
});

// Where it ends: \`authorizationCodeGrant\` checks state, issuer, nonce and the ID token.
app.get("/callback", async (request, response, next) => {
  const { checks } = request.session;
  if (!checks) return response.redirect("/login");
  let tokens;
  try {
    tokens = await oidc.authorizationCodeGrant(postern, new URL(request.originalUrl, here), checks);
  } catch (error) {
    // \`access_denied\`: the person did not allow it.
    if (!(error instanceof oidc.AuthorizationResponseError)) return next(error);
    return response.status(403).type("text").send(\`You were not signed in: \${error.error}\`);
  }
  request.session.regenerate((error) => {
    if (error) return next(error);
    request.session.user = tokens.claims();
    response.redirect("/");
  });
});`,
  },
  {
    id: "oauth4webapi",
    label: "oauth4webapi (browser)",
    page: "connect/single-page-application.md",
    text: `import * as oauth %FROM% "oauth4webapi";

const issuer = new URL("%ISSUER%");
const client = { client_id: "%CLIENT%" };
const redirectUri = "http://127.0.0.1:3000/";
const options = { [oauth.allowInsecureRequests]: true }; // for http on this machine; remove it for https

const discovered = await oauth.discoveryRequest(issuer, options);
const postern = await oauth.processDiscoveryResponse(issuer, discovered);

async function signIn() {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const nonce = oauth.generateRandomNonce();
  sessionStorage.setItem("checks", JSON.stringify({ verifier, state, nonce }));
  const url = new URL(postern.authorization_endpoint);
  url.search = new URLSearchParams({
    ...client,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid profile email",
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  location.assign(url);
}

// Checks state and issuer of the answer, redeems the code, and checks the ID token with its nonce.
async function finish(answer) {
  const { verifier, state, nonce } = JSON.parse(sessionStorage.getItem("checks") ?? "{}");
  sessionStorage.removeItem("checks");
  const parameters = oauth.validateAuthResponse(postern, client, answer, state);
  const response = await oauth.authorizationCodeGrantRequest(
    postern, client, oauth.None(), parameters, redirectUri, verifier, options,
  );
  return oauth.processAuthorizationCodeResponse(postern, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
}`,
  },
  {
    id: "spring",
    label: "Spring",
    page: "connect/spring.md",
    text: `server:
  port: 3000
spring:
  security:
    oauth2:
      client:
        registration:
          postern:
            client-id: %CLIENT%
            client-secret: \${CLIENT_SECRET}
            scope: openid,profile,email
        provider:
          postern:
            issuer-uri: %ISSUER%
            user-name-attribute: preferred_username`,
  },
  {
    id: "go",
    label: "Go",
    page: "connect/go.md",
    text: `const (
	issuer = "%ISSUER%"
	here   = "http://127.0.0.1:3000"
)

func main() {
	provider, err := oidc.NewProvider(context.Background(), issuer)
	if err != nil {
		log.Fatal(err)
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: "%CLIENT%"})
	config := oauth2.Config{
		ClientID:     "%CLIENT%",
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  here + "/callback",
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}`,
  },
  {
    id: "python",
    label: "Python (Authlib)",
    page: "connect/python.md",
    text: `issuer = "%ISSUER%"
here = "http://127.0.0.1:3000"

# Tokens by the id in the cookie, which is too small for them. In memory here: several processes need a store.
kept = {}


def keep_renewed(name, token, refresh_token=None, access_token=None):
    kept[session["id"]].update(token)


oauth = OAuth(app, update_token=keep_renewed)
oauth.register(
    "postern",
    client_id="%CLIENT%",
    client_secret=environ["CLIENT_SECRET"],
    server_metadata_url=f"{issuer}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)


@app.get("/")
def home():
    user = session.get("user")
    return f"Hello, {escape(user['name'])}" if user else redirect("/login")


@app.get("/login")
def login():
    return oauth.postern.authorize_redirect(f"{here}/callback")


@app.get("/callback")
def callback():
    token = oauth.postern.authorize_access_token()
    claims = token["userinfo"]
    session.clear()
    session["user"] = {"sub": claims["sub"], "name": claims.get("name") or claims["preferred_username"]}
    session["id"] = token_urlsafe()
    kept[session["id"]] = token
    return redirect("/")


# \`access_denied\`: the person did not allow it. Also what came from elsewhere, and tokens that ended.
@app.errorhandler(OAuthError)
def refused(error):
    session.clear()
    return f"You were not signed in: {escape(error.error)}", 403`,
  },
  {
    id: "curl",
    label: "curl",
    page: "tokens.md",
    text: `curl -u "%CLIENT%:$CLIENT_SECRET" -d grant_type=client_credentials %ISSUER%/token`,
  },
];
