/**
 * `profile: fapi2`: the FAPI 2.0 Security Profile for one client, below all endpoints. Whatever a record says besides, no
 * weaker way stays open; what it lacks for the profile is a warning (`records/client-profile.ts`). Here is what
 * follows from the record; S256, the audience of proofs and the rotation are asked where they are decided.
 */
import { FAPI2_GRANTS, isHttps, isSenderConstrained } from "../../records/client-profile.ts";
import type { OAuthClientConfig } from "../../settings/records/oauth-client.ts";
import type { ClientKeys } from "./client-keys.ts";
import type { RegisteredClient } from "./registered-client.ts";

/** A client together with what proves it. */
interface Proven {
  readonly client: RegisteredClient;
  readonly keys?: ClientKeys | undefined;
  readonly requestKeys?: ClientKeys | undefined;
}

export function byFapi2<Found extends Proven>(found: Found, config: OAuthClientConfig): Found {
  const { client } = found;
  const { grantTypes = FAPI2_GRANTS } = client;
  const strict = (keys: ClientKeys | undefined) => keys && { ...keys, strict: true };
  return {
    ...found,
    // §5.3.2.1: by its key or its certificate, never by a secret.
    secret: "",
    previous: undefined,
    keys: strict(found.keys),
    requestKeys: strict(found.requestKeys),
    client: {
      ...client,
      profile: "fapi2",
      public: false,
      // §5.3.2.1: a token that no one else can use; one that is bound to nothing is not given.
      certificateBound: client.certificateBound || !isSenderConstrained(config),
      grantTypes: grantTypes.filter((grant) => FAPI2_GRANTS.includes(grant)),
      // §5.3.2.2: pushed, and to an exact target of https.
      pushes: true,
      redirectUris: client.redirectUris.filter(isHttps),
      whitelistUrls: [],
    },
  };
}
