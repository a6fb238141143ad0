/** By which algorithm an access token is signed: as the resource that it is for wants it. */
import type { Call } from "../call.ts";
import type { SignatureAlgorithm } from "../std/public-jwk.ts";

/** The longest prefix that the resource lies below, as for the `resources` of clients. */
function wanted(algorithms: Readonly<Record<string, SignatureAlgorithm>>, resource: string) {
  const [longest] = Object.keys(algorithms)
    .filter(
      (prefix) =>
        resource === prefix || resource.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`),
    )
    .sort((a, b) => b.length - a.length);
  return longest === undefined ? undefined : algorithms[longest];
}

/** One algorithm that all resources of the token want, else RS256, which every verifier knows. */
export function accessAlgorithm(
  { snapshot }: Call,
  resources: readonly string[],
): SignatureAlgorithm | undefined {
  const { resource_algorithms: algorithms } = snapshot.settings.jwt;
  const [first, ...others] = new Set(resources.map((one) => wanted(algorithms, one)));
  return others.length === 0 ? first : undefined;
}
