/** GET {prefix}/saml/{provider}/metadata: what a provider has to know of this service (auth-wire 6.2). */
import { z } from "zod";
import { requireProvider } from "../../federation/saml/provider.ts";
import { serviceProviderMetadata } from "../../federation/saml/service-provider.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { samlFailures } from "./answers.ts";

export const samlMetadataEndpoint: Endpoint = endpoint(
  {
    method: "get",
    path: "/saml/:provider/metadata",
    plane: "public",
    family: "sign-in",
    tag: "SAML",
    summary: "Metadata of the service provider",
    description:
      "Entity ID, assertion consumer service and signing certificates, as the identity provider needs them. A disabled record has it, too, so that the provider can be set up first.",
    params: z.object({ provider: z.string() }),
    // The first one makes the signing pair.
    changesState: true,
    answers: {
      200: {
        description: "SAML 2.0 metadata",
        schema: z.string(),
        contentType: "application/samlmetadata+xml",
        example: "<md:EntityDescriptor …/>",
      },
      ...samlFailures,
    },
  },
  async ({ call, params: { provider } }) => {
    const text = await serviceProviderMetadata(call, requireProvider(call, provider, true));
    return {
      status: 200,
      text,
      headers: {
        "Content-Type": "application/samlmetadata+xml",
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    };
  },
);
