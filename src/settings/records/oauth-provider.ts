/** The config of an OAuth provider record: an upstream that users log in with (auth-wire 4.3, 5.10). */
import { z } from "zod";
import { scopes, webAddress } from "../fields/address-field.ts";
import { secret, text } from "../fields/field.ts";
import { oauthClaimMapping } from "./claim-mapping.ts";

export const oauthProvider = z
  .object({
    client_id: text().meta({ title: "Client ID" }),
    client_secret: secret({ title: "Client secret" }, [
      "token_url",
      "introspect_url",
      "revocation_url",
    ]),
    scopes: scopes().meta({ title: "Scopes" }),
    auth_url: webAddress().meta({ title: "Authorization URL" }),
    token_url: webAddress().meta({ title: "Token URL" }),
    cert_url: webAddress().meta({ title: "JWKS URL" }),
    userinfo_url: webAddress().meta({ title: "Userinfo URL" }),
    introspect_url: webAddress().meta({ title: "Introspection URL" }),
    revocation_url: webAddress().meta({ title: "Revocation URL" }),
    logout_url: webAddress().meta({ title: "Logout URL" }),
    claim_mapping: oauthClaimMapping(),
  })
  .meta({ id: "OAuthProviderConfig", title: "OAuth provider" });
