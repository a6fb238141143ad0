/** Failures of the SAML routes in the API description (auth-wire 6.2): JSON for programs, a page for browsers. */
import { badRequest, notFound, unavailable } from "../endpoint/failures.ts";

export const samlFailures = {
  ...badRequest,
  404: { ...notFound[404], description: "saml provider not available" },
  429: { ...badRequest[400], description: "Too many requests of this network or client" },
  ...unavailable,
} as const;
