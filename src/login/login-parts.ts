/** What a login is made of: its methods, its long-lived parts, and one request on its way. They name each other, so they are in one file. */
import type { AuthApi, GuessLimits, LoginFeatures, SentForms } from "../api.ts";
import type { Instances } from "../session/instances.ts";
import type { IncomingRequest } from "../session/session.ts";
import type { SessionInternals } from "../session/session-internals.ts";
import type { ProviderOAuth2, SessionProvider } from "../settings/records/session-provider.ts";
import type { Markup, PageContext } from "../web/pages/layout.ts";
import type { TextKey } from "../web/texts/en/login.ts";
import type { LoginAssets } from "./asset-files.ts";
import type { Login } from "./login.ts";
import type { LoginPaths } from "./login-paths.ts";
import type { LoginLink } from "./manifest.ts";
import type { ParsedLogin } from "./options.ts";
import type { OwnCodes } from "./own-codes.ts";
import type { Drawing, FormState, OpenedView, SignInView } from "./page/view.ts";
import type { SignedIn } from "./signed-in.ts";
import type { StateBox } from "./state-box.ts";

/** A login as the command line and the standalone server know it. */
export interface LoginInternals extends Login {
  readonly options: ParsedLogin;
}

/** The long-lived parts of one login. */
export interface LoginParts {
  readonly options: ParsedLogin;
  readonly instances: Instances;
  readonly methods: LoginMethods;
  /** Of its methods, in the order in which they are looked for. */
  readonly routes: readonly MethodRoute[];
  readonly paths: LoginPaths;
  readonly assets: LoginAssets;
  /** Seals what a browser carries through a code flow. */
  readonly box: StateBox;
  /** Codes for logins without an auth instance in this process. */
  readonly codes: OwnCodes;
  /** For secrets that are passed on. */
  readonly guesses: () => GuessLimits;
  /** What forms came to, for a second click. */
  readonly forms: () => SentForms;
}

/** One request on its way through the login, and what its answer will carry. */
export interface Visit extends PageContext {
  readonly login: LoginParts;
  readonly incoming: IncomingRequest;
  readonly request: Request;
  readonly session: SessionInternals;
  /** The canonical path. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Headers for the answer, mostly cookies. */
  readonly answer: [string, string][];
}

/** Login methods by name, in the order of the manifest. */
export type LoginMethods = Readonly<Record<string, LoginMethod>>;

/** One way to sign in at the login page: everything of it but the rules of the service behind it. */
export interface LoginMethod<Link extends LoginLink = LoginLink> {
  readonly routes: readonly MethodRoute[];
  /** What the manifest says of one provider; undefined where the method is not offered. */
  link(offer: Offer): Link | undefined;
  /** Where the view that signs in has it. */
  readonly slot: Slot;
  /** What it shows there. */
  draw(view: SignInView, links: readonly Link[]): Markup;
  /** What the form of the view that signs in does without script; of the method in the slot `form`. */
  readonly submit?: (sent: SentForm) => Promise<SignedIn>;
  /** Why it does nothing in a browser without script. */
  readonly needsScript?: TextKey;
  /** Its sign-in may ask for the code of the second factor. */
  readonly secondFactor?: true;
  /** Views that it leads to; no other method has a view of the same name. */
  readonly views: Readonly<Record<string, MethodView<Link>>>;
  /** Views that links of its mails open, by `flow` of the address. */
  readonly mailed?: Readonly<
    Record<string, (visit: Visit, code: string) => Promise<OpenedView | undefined>>
  >;
}

/** A route whose path ends in the key of a provider. */
export interface MethodRoute {
  /** Browsers are sent to a GET: a refusal is a page, and it changes something, so HEAD has no answer (I-10). */
  readonly method: "GET" | "POST";
  /** Below `{base}/auth/`, as `email/confirm`. What comes after another route of the method is never the key of a provider. */
  readonly path: string;
  /** The option of `path` that moves it. */
  readonly option?: keyof ParsedLogin["path"];
  readonly answer: (visit: Visit, provider: string) => Promise<Response>;
}

/** The provider that a flow is run at. */
export interface ProviderFlow {
  readonly key: string;
  readonly provider: SessionProvider;
  readonly oauth2: ProviderOAuth2;
  /** The instance of this process that the provider is bound to. */
  readonly auth?: AuthApi;
}

/** One provider, as the manifest is made. */
export interface Offer extends ProviderFlow {
  /** Its label. */
  readonly name: string;
  /** Address of its logo, where one was chosen. */
  readonly logo_url?: string;
  /** What the instance behind it offers now; undefined for remote providers, where it is not known. */
  readonly features: LoginFeatures | undefined;
  /** What the page asks of the sign-in, for a provider elsewhere. */
  readonly asked: URLSearchParams;
  /** Address of a route of the method for this provider. @param path as the route has it */
  readonly linkTo: (path: string) => string;
}

/**
 * In the order of the page: the form, buttons of this page, links to providers elsewhere, and lines below them.
 * Without a form, the choice to stay signed in stands alone.
 */
export type Slot = "form" | "button" | "elsewhere" | "below";

/** A view has signed the person in. */
export interface SignedInByView {
  readonly signedIn: SignedIn;
  /** Where the person goes on to, in place of where the page leads: a registered target (decision E-11). */
  readonly landing?: string;
}

/** A view that is opened in place of the one that signs in. */
export interface MethodView<Link extends LoginLink = LoginLink> {
  readonly title: TextKey | ((values: Partial<OpenedView>) => TextKey);
  /** Whether a link leads to it; every link of the method when absent. */
  offered?(link: Link): boolean;
  /** Drawn in two ways: inert, for the script to open, and as the page itself, with a form that works without script. */
  draw(drawing: Drawing): Markup;
  /** What its form does without script; absent for a view that only the script opens. */
  readonly submit?: (sent: SentForm) => Promise<FormState | SignedInByView>;
  /** `view=<name>` in the address opens it. */
  readonly named?: true;
  /** The script has it only on a page that begins with it. */
  readonly initialOnly?: true;
  /** No script opens it, and it stays as it is with script: it answers a form, or the link of a mail opens it. */
  readonly formOnly?: true;
  /** What its form carries on from the view. */
  readonly carries?: readonly ("code" | "email" | "svc_flow")[];
  /** What it shows after a refusal besides what was typed. */
  readonly again?: (sent: SentForm, error: unknown) => Promise<Partial<OpenedView>>;
}

/** A form of the page, sent without script. */
export interface SentForm {
  readonly visit: Visit;
  /** Key of the provider that it names. */
  readonly provider: string;
  readonly field: (name: string) => string;
}
