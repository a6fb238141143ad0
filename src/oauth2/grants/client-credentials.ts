/** RFC 6749 §4.4. The subject is the service account that authenticated; no refresh token (§4.4.3). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { allowResources } from "../resource.ts";
import { grantScope, withoutOffline } from "../scope.ts";
import { defineGrant } from "./grant.ts";
import { resources, scope } from "./parameters.ts";

export const clientCredentials = defineGrant({
  type: "client_credentials",
  form: z.object({ scope, resource: resources }),
  clientAuth: "confidential",
  enabled: () => true,
  disabledMessage: "grant type not supported",

  async decide(_call, requester, form) {
    if (!requester.account) {
      throw new AuthError("unauthorized_client", "client is not a service account");
    }
    return {
      subject: requester.account,
      client: requester,
      scope: withoutOffline(grantScope(requester, form.scope)),
      resources: allowResources(requester, form.resource),
      refresh: "none",
    };
  },
});
