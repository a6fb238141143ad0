/** Builds the methods manifest, live on every request (login-session-wire 3.4; L-D17, L-D18). */
import type { LoginFeatures } from "../api.ts";
import type { Providers } from "../providers/catalog.ts";
import { brandingOf, manifestBranding } from "./branding.ts";
import { hasCodeFlow } from "./code-start.ts";
import type { EmailLink, LoginLink, LoginManifest, PasswordLink } from "./manifest.ts";
import { flowOf, isUsable, type ProviderFlow } from "./provider-flow.ts";
import type { Visit } from "./visit.ts";

/** Undefined for remote providers: their features are unknown. */
type FeaturesOf = (flow: ProviderFlow) => Promise<LoginFeatures | undefined>;

/** Each instance is asked once per manifest. */
function featureReader(): FeaturesOf {
  const known = new Map<ProviderFlow["auth"], Promise<LoginFeatures>>();
  return async ({ auth }) => {
    if (!auth) return undefined;
    const features = known.get(auth) ?? auth.features();
    known.set(auth, features);
    return features;
  };
}

/** Ascending priority, ties by key, so that the order is the same on every request. */
const inOrder = (providers: Providers) =>
  [...providers].sort(
    ([aKey, a], [bKey, b]) => (a.priority ?? 0) - (b.priority ?? 0) || (aKey < bKey ? -1 : 1),
  );

const linkTo = (visit: Visit, route: string, key: string): string =>
  `${visit.login.options.path.base_url}${route}/${encodeURIComponent(key)}`;

function passwordLink(
  visit: Visit,
  { key, oauth2 }: ProviderFlow,
  name: string,
  features: LoginFeatures | undefined,
): PasswordLink {
  const { paths } = visit.login;
  const signup = features ? features.signup : Boolean(oauth2.signup_url);
  const reset = features ? features.password_reset : Boolean(oauth2.password_reset_url);
  const least = features?.password_min_length ?? 0;
  return {
    name,
    url: linkTo(visit, paths.token, key),
    ...(signup && {
      signup_url: linkTo(visit, paths.signup, key),
      signup_verify_url: linkTo(visit, `${paths.signup}/verify`, key),
    }),
    ...(reset && {
      password_reset_url: linkTo(visit, paths.reset, key),
      password_reset_confirm_url: linkTo(visit, `${paths.reset}/confirm`, key),
    }),
    // For the forms that choose a password; the sign-in itself never looks at the length.
    ...((signup || reset) && least > 0 && { password_min_length: least }),
  };
}

/** What cannot work is not offered: a grant that is off, a flow without endpoints (L-W37, O-4). */
const offersPassword = ({ oauth2 }: ProviderFlow, features: LoginFeatures | undefined): boolean =>
  features ? features.password : Boolean(oauth2.token_url);

const offersPasskey = ({ oauth2, provider }: ProviderFlow, features: LoginFeatures | undefined) =>
  provider.passkey === true && (features ? features.passkey : Boolean(oauth2.passkey_url));

/** Like a password, the code is a proof that the client handles: for the same providers. */
const offersEmail = ({ oauth2, provider }: ProviderFlow, features: LoginFeatures | undefined) =>
  provider.password_flow === true &&
  (features ? features.email_code : Boolean(oauth2.email_url && oauth2.token_url));

/** Id of the upstream record that a session provider leads to; undefined for every other provider. */
function upstreamId({ auth, oauth2 }: ProviderFlow): string | undefined {
  const start = auth && `${auth.prefix}/oauth2/auth/`;
  if (!start || !oauth2.auth_url?.startsWith(start)) return undefined;
  const [segment = ""] = oauth2.auth_url.slice(start.length).split("?");
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The button of a code flow; undefined when its upstream record is gone or disabled (O-4). */
function codeLink(
  visit: Visit,
  flow: ProviderFlow,
  features: LoginFeatures | undefined,
): LoginLink | undefined {
  const { key, provider } = flow;
  const url = linkTo(visit, visit.login.paths.code, key);
  const id = upstreamId(flow);
  if (id === undefined) return { name: provider.name || key, url };
  const upstream = features?.upstreams.get(id);
  if (!upstream) return undefined;
  const { name, mark } = upstream;
  return { name: provider.name || name || key, url, ...(mark !== "" && { mark }) };
}

const orNull = <T>(list: readonly T[]): readonly T[] | null => (list.length > 0 ? list : null);

/** Undefined for a provider whose instance does not exist; the others go on working. */
function flowIfBound(visit: Visit, providers: Providers, key: string): ProviderFlow | undefined {
  try {
    return flowOf(visit, providers, key);
  } catch (error) {
    visit.login.instances.runtime.log.warn("a provider is left out of the login", { key, error });
    return undefined;
  }
}

export async function buildManifest(visit: Visit, providers: Providers): Promise<LoginManifest> {
  const { info } = visit.login.options;
  const { paths } = visit.login;
  const featuresOf = featureReader();
  const password: PasswordLink[] = [];
  const code: LoginLink[] = [];
  const passkey: LoginLink[] = [];
  const email: EmailLink[] = [];
  for (const [key, provider] of inOrder(providers)) {
    if (provider.hide || !isUsable(key, provider)) continue;
    const flow = flowIfBound(visit, providers, key);
    if (!flow) continue;
    const name = provider.name || key;
    const features = await featuresOf(flow);
    if (offersPasskey(flow, features)) {
      passkey.push({ name, url: linkTo(visit, paths.passkey, key) });
    }
    if (offersEmail(flow, features)) {
      const confirm_url = linkTo(visit, `${paths.email}/confirm`, key);
      email.push({ name, url: linkTo(visit, paths.email, key), confirm_url });
    }
    if (provider.password_flow) {
      if (offersPassword(flow, features)) password.push(passwordLink(visit, flow, name, features));
    } else if (hasCodeFlow(flow)) {
      const link = codeLink(visit, flow, features);
      if (link) code.push(link);
    }
  }
  const branding = manifestBranding(brandingOf(visit.login, visit.session), visit.icon ?? "");
  return {
    title: info.title,
    ...(info.disable_remember_me && { disable_remember_me: true as const }),
    provider: {
      password: orNull(password),
      code: orNull(code),
      passkey: orNull(passkey),
      ...(email.length > 0 && { email }),
    },
    ...(branding && { branding }),
  };
}
