/** The `claims` parameter: claims that are asked for one by one, and demands (OpenID Connect Core §5.5; Z-9). */
import { z } from "zod";
import type { CodePayload } from "../codes/kinds.ts";
import { AuthError } from "../errors.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import type { Client } from "../tokens/client.ts";
import type { RequestedClaims } from "../tokens/requested-claims.ts";
import { namedClaims, scopeOfClaim } from "../tokens/standard-claims.ts";
import { single } from "./parameters.ts";
import { mayHaveScope } from "./scope.ts";

type Pending = CodePayload<"authorize">;
type Wishes = NonNullable<Pending["claims"]>;
type ReadClaims = Pick<Pending, "claims" | "acr_values" | "required_acr" | "expected_sub">;

const MAX_LENGTH = 8_192;
/** Of one part, and of one claim. */
const MAX_CLAIMS = 50;
const MAX_VALUES = 20;
const MAX_DEPTH = 6;
const MAX_LEVEL_LENGTH = 200;

/** §5.5.1: other members are ignored. */
const one = z
  .object({
    essential: z.boolean().optional(),
    value: z.unknown().optional(),
    values: z.array(z.unknown()).max(MAX_VALUES).optional(),
  })
  .nullable();
const part = z
  .record(z.string().max(200), one)
  .refine((claims) => Object.keys(claims).length <= MAX_CLAIMS)
  .optional();
const shape = z.object({ id_token: part, userinfo: part });
type Part = z.output<typeof part>;
type One = z.output<typeof one> | undefined;

const invalid = (reason: string, cause?: unknown) =>
  new AuthError("invalid_request", `claims ${reason}`, { cause });

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

function parse(text: string): z.output<typeof shape> {
  if (text.length > MAX_LENGTH) throw invalid("is too long");
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (cause) {
    throw invalid("is not JSON", cause);
  }
  if (isDeeper(given, MAX_DEPTH)) throw invalid("is nested too deeply");
  const { success, data, error } = shape.safeParse(given);
  if (!success) throw invalid("is malformed", error);
  return data;
}

/** The values of which one is asked for; undefined when any will do. */
function valuesOf(claim: One): readonly unknown[] | undefined {
  if (!claim) return undefined;
  if (claim.value !== undefined) return [claim.value];
  return claim.values;
}

/** The same where they have to be texts. */
function textsOf(claim: One, name: string): string[] | undefined {
  const values = valuesOf(claim);
  const texts = values?.filter(
    (value): value is string =>
      typeof value === "string" && value !== "" && value.length <= MAX_LEVEL_LENGTH,
  );
  if (texts?.length !== values?.length) throw invalid(`has a malformed ${name}`);
  return texts && [...texts];
}

/** Standard claims whose scope the client may have; to others it has no right, with or without this parameter. */
function wishesOf(client: Client, claims: Part): Wishes["id_token"] {
  return Object.entries(claims ?? {}).flatMap(([name, claim]) => {
    const scope = scopeOfClaim(name);
    if (scope === undefined || !mayHaveScope(client, scope)) return [];
    const values = valuesOf(claim);
    return [{ name, ...(values && { values: [...values] }) }];
  });
}

/** §5.5.1.1: an essential `acr` with values is a demand, another one a wish like `acr_values` (decision E-7). */
function levelsOf({ id_token }: z.output<typeof shape>): ReadClaims {
  const levels = textsOf(id_token?.acr, "acr");
  if (!levels) return {};
  return id_token?.acr?.essential ? { required_acr: levels } : { acr_values: levels };
}

/**
 * What the parameter asks for. Without `openid` it is no request of OpenID Connect, and asks nothing. Throws
 * `invalid_request` for what cannot be understood.
 */
export function readClaims(
  client: Client,
  scope: readonly string[],
  parameters: URLSearchParams,
): ReadClaims {
  const text = single(parameters, "claims");
  if (text === undefined) return {};
  const given = parse(text);
  if (!scope.includes("openid")) return {};
  const { id_token, userinfo } = given;
  const expected_sub = both(textsOf(id_token?.sub, "sub"), textsOf(userinfo?.sub, "sub"));
  const claims = {
    id_token: wishesOf(client, id_token),
    userinfo: wishesOf(client, userinfo),
  };
  return {
    ...(claims.id_token.length + claims.userinfo.length > 0 && { claims }),
    ...levelsOf(given),
    ...(expected_sub && { expected_sub }),
  };
}

/** What both lists allow; an absent one allows all. */
export const both = (one: string[] | undefined, other: string[] | undefined) =>
  one && other ? one.filter((value) => other.includes(value)) : (one ?? other);

/** Scopes that stand for the claims: the person is asked about these, too, and they are what is remembered. */
export const scopesOfClaims = (claims: Wishes | undefined): readonly string[] =>
  [...(claims?.id_token ?? []), ...(claims?.userinfo ?? [])].flatMap(
    ({ name }) => scopeOfClaim(name) ?? [],
  );

/** What of it this person has; a claim that is asked for with a value is told with that value alone. */
export async function claimsOf(
  person: PrincipalRecord,
  claims: Wishes | undefined,
): Promise<RequestedClaims | undefined> {
  if (!claims) return undefined;
  const details = await person.details.open();
  const told = (wishes: Wishes["id_token"]) =>
    wishes
      .filter(({ name, values }) => {
        if (!values) return true;
        const has = namedClaims(details, person, [name])[name];
        return has !== undefined && values.includes(has);
      })
      .map(({ name }) => name);
  return { id_token: told(claims.id_token), userinfo: told(claims.userinfo) };
}
