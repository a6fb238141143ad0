/** {prefix}/icon.svg: the icon of the service's pages. */
import { z } from "zod";
import { ICON_NAME, iconResponse } from "../../web/pages/favicon.ts";
import { endpoint } from "../endpoint/endpoint.ts";

export const iconEndpoint = endpoint(
  {
    method: "get",
    path: `/${ICON_NAME}`,
    plane: "public",
    family: "page",
    tag: "Pages",
    summary: "Icon of the pages",
    answers: {
      200: {
        description: "The icon",
        schema: z.string(),
        contentType: "image/svg+xml",
        example: "<svg/>",
      },
    },
  },
  ({ call }) => iconResponse(call.branding()),
);
