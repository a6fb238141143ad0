/** {prefix}/pictures/{key}: pictures that people uploaded of themselves, for applications that are told their address. */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { findPicture } from "../../iam/principals/picture.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { unavailable } from "../endpoint/failures.ts";

export const pictureEndpoint = endpoint(
  {
    method: "get",
    path: "/pictures/:key",
    params: z.object({ key: z.string() }),
    plane: "public",
    family: "service",
    tag: "Pages",
    summary: "A picture that a person uploaded",
    description: "Its address is the claim `picture` of the person, and tells nothing else.",
    answers: {
      200: {
        description: "PNG, JPEG or WebP, at most 64 KiB",
        schema: z.string(),
        contentType: "image/png",
        example: "…",
      },
      404: { description: "There is no such picture" },
      ...unavailable,
    },
  },
  async ({ call, params: { key } }) => {
    const picture = await findPicture(call, key);
    if (!picture) throw new AuthError("not_found", "no such picture");
    return new Response(picture.bytes, {
      headers: {
        "Content-Type": picture.type,
        // Another picture has another address.
        "Cache-Control": "public, max-age=86400, immutable",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
        "Content-Disposition": "inline",
        // Applications of any origin show it.
        "Cross-Origin-Resource-Policy": "cross-origin",
      },
    });
  },
);
