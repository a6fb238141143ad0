/** {prefix}/branding and {prefix}/logo: what pages elsewhere, such as a login in front, look like, too. */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { LOGO_NAME, logoResponse } from "../../web/pages/favicon.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { unavailable } from "../endpoint/failures.ts";

const branding = z
  .object({
    product_name: z.string(),
    logo: z.string().meta({ description: "Data URL; empty for the mark of the product" }),
    accent_color: z.string(),
    support_url: z.string(),
  })
  .meta({ id: "ShownBranding" });

const brandingEndpoint = endpoint(
  {
    method: "get",
    path: "/branding",
    plane: "public",
    family: "service",
    tag: "Pages",
    summary: "Name, logo, colour and support link",
    description: "What every visitor sees on the pages; a login in front of this service reads it.",
    answers: {
      200: {
        ...payloadAnswer(branding),
        example: {
          payload: {
            product_name: "Example",
            logo: "",
            accent_color: "#0b6e4f",
            support_url: "https://help.example.com",
          },
        },
      },
      ...unavailable,
    },
  },
  ({ call }) => payload(call.branding()),
);

const logoEndpoint = endpoint(
  {
    method: "get",
    path: `/${LOGO_NAME}`,
    plane: "public",
    family: "service",
    tag: "Pages",
    summary: "The logo, made harmless",
    answers: {
      200: {
        description: "SVG of shapes alone, or PNG",
        schema: z.string(),
        contentType: "image/svg+xml",
        example: "<svg/>",
      },
      404: { description: "No logo is set" },
      ...unavailable,
    },
  },
  ({ call }) => {
    const response = logoResponse(call.branding());
    if (!response) throw new AuthError("not_found", "no logo is set");
    return response;
  },
);

export const brandingEndpoints: readonly Endpoint[] = [brandingEndpoint, logoEndpoint];
