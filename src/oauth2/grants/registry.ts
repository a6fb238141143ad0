/** Every grant of the token endpoint; discovery lists those that are enabled (O-4). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { authorizationCode } from "./authorization-code.ts";
import { clientCredentials } from "./client-credentials.ts";
import { deviceCode } from "./device-code.ts";
import { emailCode } from "./email-code.ts";
import type { Grant } from "./grant.ts";
import { password } from "./password.ts";
import { refreshToken } from "./refresh-token.ts";
import { tokenExchange } from "./token-exchange.ts";

const grants: readonly Grant[] = [
  authorizationCode,
  clientCredentials,
  deviceCode,
  emailCode,
  password,
  refreshToken,
  tokenExchange,
];
const byType: ReadonlyMap<string, Grant> = new Map(grants.map((grant) => [grant.type, grant]));

/**
 * Every parameter that some grant reads, and whether it may be repeated: the token endpoint takes
 * these and no others, so that a grant is added in one place.
 */
export const grantParameters: ReadonlyMap<string, "text" | "list"> = new Map(
  grants.flatMap(({ form }) =>
    Object.entries(form.shape).map(
      ([name, schema]) => [name, schema.safeParse(["a"]).success ? "list" : "text"] as const,
    ),
  ),
);

export const findGrant = (type: string): Grant | undefined => byType.get(type);

/** A grant whose settings cannot be read is refused at the token endpoint, so it is not listed. */
function isOffered(call: Call, grant: Grant): boolean {
  try {
    return grant.enabled(call);
  } catch (error) {
    if (error instanceof AuthError && error.code === "unavailable") return false;
    throw error;
  }
}

export const enabledGrants = (call: Call): Grant[] =>
  grants.filter((grant) => isOffered(call, grant));
