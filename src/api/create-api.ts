/** The in-process API of one service. */
import type { AcceptedToken, Behind, LoginFeatures } from "../api.ts";
import { type Call, now, openInternalCall, type Service } from "../call.ts";
import { isFirstUse } from "../codes/first-use.ts";
import { readMailedLink } from "../codes/mailed-code.ts";
import { sentForms } from "../codes/sent-forms.ts";
import { acceptApiKey } from "../credentials/api-key.ts";
import { takesPasswords } from "../credentials/password.ts";
import { AuthError } from "../errors.ts";
import { proveDevice } from "../iam/known-device.ts";
import { decideEnrollment } from "../iam/passkeys/enrollment.ts";
import { MAX_NAME_LENGTH } from "../iam/passkeys/records.ts";
import { minimumPasswordLength, refusedKinds } from "../iam/passwords/new-password.ts";
import { checkIdentity } from "../iam/permission-check/check-identity.ts";
import { principalByAlias } from "../iam/principals/principal.ts";
import { viewPrincipal } from "../iam/principals/principal-view.ts";
import { signInOf } from "../identity.ts";
import { acceptBearer, type BearerSubject } from "../oauth2/bearer.ts";
import { pendingClientName } from "../oauth2/consent.ts";
import { askForEmailCode } from "../oauth2/email-sign-in/ask.ts";
import { emailSignInOffered } from "../oauth2/email-sign-in/enabled.ts";
import {
  beginPasskeyAtSignIn,
  finishPasskeyAtSignIn,
  setUpAppAtSignIn,
  showFactorSetup,
} from "../oauth2/factor-setup/finish.ts";
import { useOf } from "../oauth2/first-party.ts";
import { chooseFirstPassword } from "../oauth2/first-password/first-password.ts";
import {
  acceptInvitation,
  acceptWithPasskey,
  beginInvitedPasskey,
  readInvitation,
} from "../oauth2/invitations/accept.ts";
import { mintCode } from "../oauth2/mint-code.ts";
import { signInWithPasskey } from "../oauth2/passkey.ts";
import { revokeOwnToken } from "../oauth2/revoke.ts";
import { accountActions } from "../oauth2/signup/account.ts";
import { readReset, resetAtLogin } from "../oauth2/signup/confirm-reset.ts";
import { readSignup, verifyAtLogin } from "../oauth2/signup/verify.ts";
import { requestTokens } from "../oauth2/token.ts";
import { readCatalog } from "../providers/read-catalog.ts";
import { peek } from "../relying-party/peek.ts";
import { NO_BRANDING } from "../settings/branding.ts";
import { readBranding } from "../settings/read-branding.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { browserName } from "../std/browser-name.ts";
import { durationOf } from "../std/duration.ts";
import { textOf } from "../std/json-object.ts";
import { proceed, type Ready } from "../std/ready.ts";
import type { Presented } from "../tokens/confirmation.ts";
import { requireKeys } from "../tokens/sign.ts";
import { noteBrowser, noteUse } from "../tokens/sign-ins.ts";
import type { VerifiedToken } from "../tokens/verified-token.ts";
import { isOwnIssuer } from "../tokens/verify.ts";
import { readAuthorization, type TokenScheme } from "../web/bearer.ts";
import type { CertifiedRequest } from "../web/certified-request.ts";
import { clientCertificate } from "../web/client-certificate.ts";
import { requestOrigin, sourceNetwork } from "../web/origin.ts";
import { sentProof } from "../web/sent-proof.ts";
import { enrollPasskey } from "./enroll.ts";
import type { AuthApiInternals, SyncApi } from "./sync.ts";

const SHOW_GRANTS = {
  add_roles: true,
  add_permissions: true,
  add_data: false,
  add_scope_roles: false,
} as const;

const publicPathsOf = (prefix: string): readonly string[] => [
  `${prefix}/oauth2/**`,
  `${prefix}/saml/**`,
  // What pages are made of, the login pages of others included.
  `${prefix}/icon.svg`,
  `${prefix}/logo`,
  `${prefix}/branding`,
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/**",
  "/.well-known/openid-configuration",
  "/.well-known/openid-configuration/**",
  "/.well-known/webauthn",
];

const callBehind = (service: Service, behind: Behind) => {
  const { origin, network, signal, language, device } = behind;
  return openInternalCall(service, origin, network, signal, () => language ?? "en", device, behind);
};

const upstreamFeatures = ({ oauth_providers }: Snapshot): LoginFeatures["upstreams"] =>
  new Map(
    [...oauth_providers].flatMap(([id, { enabled, config }]) =>
      enabled && config ? [[id, { name: config.name, mark: config.preset }] as const] : [],
    ),
  );

/** As the request says; a token that it does not hold is a bearer token. */
const schemeOf = ({ request: { headers } }: CertifiedRequest): TokenScheme =>
  readAuthorization(headers).kind === "dpop" ? "dpop" : "bearer";

/** What came with a token in a request that someone else received. */
function presentedBy(call: Call, incoming: CertifiedRequest): Omit<Presented, "scheme"> {
  const { request, connection, origin } = incoming;
  const { headers, url = "http://localhost", method = "" } = request;
  const { trusted_proxies: trusted } = call.service.options;
  const head = { headers, url, method };
  const addresses = () => [origin ?? requestOrigin(head, connection, trusted)];
  const network = () => sourceNetwork(head, connection, trusted);
  return {
    certificate: () => clientCertificate(call.snapshot.settings.mtls, incoming, now(call)),
    proof: () => sentProof(request, connection, addresses, network),
  };
}

/** @param opening the service, as soon as it has started */
export function createApi(opening: Promise<Service>, prefix: string): AuthApiInternals {
  let opened: Service | undefined;
  opening.then((service) => (opened = service)).catch(() => undefined);
  /** Keyed by the verified token: the same token comes with every request of a session. */
  const accepted = new WeakMap<VerifiedToken, { snapshot: Snapshot; answer: AcceptedToken }>();

  function accept(call: Call, subject: BearerSubject): AcceptedToken {
    const { token: verified, principal } = subject;
    const [alias] = principal.alias;
    if (alias === undefined) throw new AuthError("invalid_token", "user has no alias");
    const cached = accepted.get(verified);
    if (cached?.snapshot === call.snapshot) return cached.answer;
    const { client_id: _azp, ...use } = useOf(call, subject);
    const answer: AcceptedToken = {
      ...verified,
      principal: alias,
      aliases: principal.alias,
      ...use,
    };
    accepted.set(verified, { snapshot: call.snapshot, answer });
    return answer;
  }

  function verify(
    service: Service,
    token: string,
    incoming?: CertifiedRequest,
  ): Ready<AcceptedToken> {
    const call = openInternalCall(service);
    const used = incoming
      ? acceptBearer(call, { scheme: schemeOf(incoming), token }, presentedBy(call, incoming))
      : acceptBearer(call, { scheme: "bearer", token });
    return proceed(used, ({ subject, confirmed: { nonce } }) => {
      const accepted = accept(call, subject);
      return nonce === undefined ? accepted : { ...accepted, dpop_nonce: nonce };
    });
  }

  const sync: SyncApi = {
    verify: (token, incoming) =>
      proceed(opened ?? opening, (service) => verify(service, token, incoming)),
    knowsKey: (kid) =>
      proceed(opened ?? opening, ({ snapshots }) => requireKeys(snapshots.current).byKid.has(kid)),
    check: (input) =>
      proceed(opened ?? opening, (service) => checkIdentity(openInternalCall(service), input)),
    version: () => proceed(opened ?? opening, ({ snapshots }) => snapshots.current.version),
  };

  const self: AuthApiInternals = {
    sync,
    prefix,

    registered(names) {
      const own = Object.keys(names).filter((name) => names[name] === self);
      if (!opened || own.length === 0) return;
      const others = Object.keys(names).filter((name) => names[name] !== self);
      opened.front.registry = { own: new Set(own), others: new Set(others) };
    },
    publicPaths: publicPathsOf(prefix),
    rawCredentialPaths: [`${prefix}/oauth2/api-key`],

    async token(parameters, origin, network, signal, device, from) {
      const service = await opening;
      const call = openInternalCall(service, origin, network, signal, undefined, device, from);
      const { answer } = await requestTokens(call, parameters, undefined);
      if (parameters.grant_type === "refresh_token") {
        const claims = peek(answer.access_token, 1);
        const [sub, signIn] = [claims.sub, signInOf(claims)];
        // Behind the answer: nothing depends on it.
        if (typeof sub === "string" && signIn !== undefined) void noteUse(call, sub, signIn);
      }
      return answer;
    },

    async signedIn(accessToken, userAgent) {
      const service = await opening;
      try {
        const token = await verify(service, accessToken);
        const call = openInternalCall(service);
        await noteBrowser(call, token, browserName(userAgent));
        return await proveDevice(call, token.sub);
      } catch (error) {
        service.runtime.log.warn("a sign-in could not be noted", { error });
        return undefined;
      }
    },

    verify: async (token, incoming) => sync.verify(token, incoming),
    knowsKey: async (kid) => sync.knowsKey(kid),

    async apiKey(key, network, signal) {
      return acceptApiKey(openInternalCall(await opening, undefined, network, signal), key);
    },

    async revoke(token) {
      await revokeOwnToken(openInternalCall(await opening), token);
    },

    async mintCode(request) {
      return mintCode(openInternalCall(await opening), request);
    },

    async pendingClient(flow) {
      return pendingClientName(openInternalCall(await opening), flow);
    },

    async firstUse(state, left) {
      return isFirstUse((await opening).codes, state, durationOf(left));
    },

    check: async (input) => sync.check(input),

    async principal(aliasOrId) {
      const call = openInternalCall(await opening);
      const { snapshot } = call;
      const found = principalByAlias(snapshot, aliasOrId) ?? snapshot.principals.get(aliasOrId);
      return found && viewPrincipal(snapshot, found, now(call), SHOW_GRANTS);
    },

    async sessionProviders() {
      return readCatalog(openInternalCall(await opening));
    },

    version: async () => sync.version(),

    async issuer(origin) {
      return openInternalCall(await opening, origin).issuer;
    },

    origin: (requested) => (opened ? openInternalCall(opened, requested).pageOrigin() : requested),

    branding: () => (opened ? readBranding(opened.snapshots.current.settings) : NO_BRANDING),

    acceptsIssuer: (iss) => isOwnIssuer(iss, prefix),

    async passkey(request, behind) {
      return signInWithPasskey(callBehind(await opening, behind), request);
    },

    async enrollment({ sub, method }, behind) {
      return decideEnrollment(callBehind(await opening, behind), sub, method);
    },

    async enroll(subject, body, behind) {
      return enrollPasskey(callBehind(await opening, behind), subject, body);
    },

    factorSetup: {
      show: async (request, behind) => showFactorSetup(callBehind(await opening, behind), request),
      app: async (request, code, behind) =>
        setUpAppAtSignIn(callBehind(await opening, behind), request, code),
      async passkey(request, body, behind) {
        const call = callBehind(await opening, behind);
        const { credential } = body;
        if (credential === undefined || credential === null) {
          return { ...(await beginPasskeyAtSignIn(call, request)) };
        }
        const name = (textOf(body, "name") ?? "").slice(0, MAX_NAME_LENGTH);
        const session_id = textOf(body, "session_id");
        return finishPasskeyAtSignIn(call, request, { session_id, name, credential });
      },
    },

    async features() {
      const service = await opening;
      const { current } = service.snapshots;
      const { settings } = current;
      return {
        password: takesPasswords(service),
        passkey: !settings.passkey.disabled,
        email_code: emailSignInOffered(current, service.runtime),
        signup: settings.signup.enabled,
        password_reset: settings.signup.password_reset,
        password_min_length: minimumPasswordLength(service),
        password_refuses: refusedKinds(service),
        upstreams: upstreamFeatures(current),
      };
    },

    async emailCode(request, behind) {
      return askForEmailCode(callBehind(await opening, behind), request);
    },

    async emailCodeAddress(code) {
      const service = await opening;
      const found = (await readMailedLink(service, "email", code))?.payload;
      // One that was made a moment ago at another instance may not be known here yet.
      const refused = found && service.snapshots.current.principals.get(found.user_id)?.disabled;
      return refused ? undefined : found?.alias;
    },

    async account(action, request, behind) {
      return accountActions[action](callBehind(await opening, behind), request);
    },

    async signup(code, browser, behind) {
      return readSignup(callBehind(await opening, behind), code, browser);
    },

    async verifySignup(request, behind) {
      return verifyAtLogin(callBehind(await opening, behind), request);
    },

    async reset(code, browser, behind) {
      return readReset(callBehind(await opening, behind), code, browser);
    },

    async confirmReset(request, behind) {
      return resetAtLogin(callBehind(await opening, behind), request);
    },

    async firstPassword(request, behind) {
      return chooseFirstPassword(callBehind(await opening, behind), request);
    },

    async invitation(code, behind) {
      return readInvitation(callBehind(await opening, behind), code);
    },

    async acceptInvitation(request, behind) {
      return acceptInvitation(callBehind(await opening, behind), request);
    },

    async invitationPasskey(code, behind) {
      return beginInvitedPasskey(callBehind(await opening, behind), code);
    },

    async acceptWithPasskey(request, behind) {
      return acceptWithPasskey(callBehind(await opening, behind), request);
    },

    guesses: {
      make: async (kind, attempted, attempt) =>
        (await opening).attempts.make(kind, attempted, attempt),
      spend: async (kind, attempted) => (await opening).attempts.spend(kind, attempted),
    },

    forms: { once: async (form, act) => sentForms(await opening).once(form, act) },

    async sessionStore() {
      return (await opening).sessions;
    },

    async sessionKey() {
      return (await opening).store.box.derive("session");
    },
  };
  return self;
}
