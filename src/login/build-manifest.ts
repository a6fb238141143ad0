/** Builds the methods manifest, live on every request (login-session-wire 3.4; L-D17, L-D18). */
import type { LoginFeatures } from "../api.ts";
import type { Providers } from "../providers/catalog.ts";
import { brandingOf, manifestBranding } from "./branding.ts";
import { buttonLogoUrl } from "./button-logo.ts";
import type { Offer, ProviderFlow, Visit } from "./login-parts.ts";
import { pathOf } from "./login-paths.ts";
import type { LoginLink, LoginManifest } from "./manifest.ts";
import { flowOf, isUsable } from "./provider-flow.ts";
import { askedQuery } from "./requested-levels.ts";

/** Undefined for remote providers: their features are unknown. */
type FeaturesOf = (flow: ProviderFlow) => Promise<LoginFeatures | undefined>;

/** Each instance is asked once per manifest. */
function featureReader(): FeaturesOf {
  const byInstance = new Map<ProviderFlow["auth"], Promise<LoginFeatures>>();
  return async ({ auth }) => {
    if (!auth) return undefined;
    const features = byInstance.get(auth) ?? auth.features();
    byInstance.set(auth, features);
    return features;
  };
}

/** Ascending priority, ties by key, so that the order is the same on every request. */
const inOrder = (providers: Providers) =>
  [...providers].sort(
    ([aKey, a], [bKey, b]) => (a.priority ?? 0) - (b.priority ?? 0) || (aKey < bKey ? -1 : 1),
  );

/** Undefined for a provider whose instance does not exist; the others go on working. */
function flowIfBound(visit: Visit, providers: Providers, key: string): ProviderFlow | undefined {
  try {
    return flowOf(visit, providers, key);
  } catch (error) {
    visit.login.instances.runtime.log.warn("a provider is left out of the login", { key, error });
    return undefined;
  }
}

/** Every provider that a method may offer. */
async function offersOf(visit: Visit, providers: Providers): Promise<readonly Offer[]> {
  const { options, paths } = visit.login;
  const featuresOf = featureReader();
  const asked = askedQuery(visit.query);
  const offers: Offer[] = [];
  for (const [key, provider] of inOrder(providers)) {
    if (provider.hide || !isUsable(visit, key, provider)) continue;
    const flow = flowIfBound(visit, providers, key);
    if (!flow) continue;
    const linkTo = (path: string) =>
      `${options.path.base_url}${pathOf(paths, path)}/${encodeURIComponent(key)}`;
    const features = await featuresOf(flow);
    const logo_url = buttonLogoUrl(paths, key, provider);
    const shown = { name: provider.name || key, ...(logo_url !== undefined && { logo_url }) };
    offers.push({ ...flow, ...shown, features, asked, linkTo });
  }
  return offers;
}

/** Groups of the specification are null without entries; those of other methods are absent then. */
const NO_LINKS = { password: null, code: null, passkey: null };

export async function buildManifest(visit: Visit, providers: Providers): Promise<LoginManifest> {
  const { methods, options } = visit.login;
  const provider: Record<string, readonly LoginLink[] | null> = { ...NO_LINKS };
  const offers = await offersOf(visit, providers);
  for (const [name, method] of Object.entries(methods)) {
    const links = offers.flatMap((offer) => method.link(offer) ?? []);
    if (links.length > 0) provider[name] = links;
  }
  const { title, disable_remember_me } = options.info;
  const branding = manifestBranding(brandingOf(visit.login, visit.session), visit.icon ?? "");
  return {
    title,
    ...(disable_remember_me && { disable_remember_me: true as const }),
    provider: provider as unknown as LoginManifest["provider"],
    ...(branding && { branding }),
  };
}
