/** Answers of OAuth endpoints as the API description shows them; tokens are cut short. */

const ISSUER = "https://id.example.com/auth/oauth2";

export const TOKEN_EXAMPLE = {
  token_type: "Bearer",
  access_token: "eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9…",
  expires_in: 900,
  scope: "openid",
};

export const KEY_SET_EXAMPLE = {
  keys: [
    {
      kid: "8mKXw2",
      kty: "RSA",
      alg: "RS256",
      use: "sig",
      n: "sXchDaQebHnPiGvyDOAT4saGEUet…",
      e: "AQAB",
    },
  ],
};

export const DISCOVERY_EXAMPLE = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  userinfo_endpoint: `${ISSUER}/userinfo`,
  jwks_uri: `${ISSUER}/certs`,
  grant_types_supported: ["authorization_code", "client_credentials", "password", "refresh_token"],
  response_types_supported: ["code"],
};

export const USERINFO_EXAMPLE = {
  sub: "01J0A0B0C0D0E0F0G0H0J0K0M0",
  name: "Ada",
  preferred_username: "ada",
  email: "ada@example.com",
  roles: ["ops"],
};

export const AUTHORIZATION_EXAMPLE = {
  response_type: "code",
  client_id: "web-app",
  redirect_uri: "https://app.example.com/callback",
  scope: "openid profile",
  state: "af0ifjsldkj",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
};

export const TOKEN_QUERY_EXAMPLE = { token: TOKEN_EXAMPLE.access_token };

export const CONSENT_EXAMPLE = {
  flow: "5d41402abc4b2a76b9719d911017c592ae2c9b1f0d3f2e6a8b7c5d4e3f2a1b0c",
  action: "approve",
  remember_me: "true",
  form_token: "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
};
