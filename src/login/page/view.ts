/** What the page shows: the view that signs in, and those that it leads to (login-session-wire 4.1; B-10). */
import type { FactorSetup } from "../../errors.ts";
import type { WeakKind } from "../../std/password-rules.ts";
import type { Markup } from "../../web/pages/layout.ts";
import type { PasswordRules } from "../../web/pages/password-rules.ts";
import type { TextKey } from "../../web/texts/en/login.ts";
import type { Spoken } from "../../web/texts/language.ts";
import type { LoginManifest } from "../manifest.ts";

/**
 * Whom the link of a mail signs in: this address; one that only the provider elsewhere knows, so that the
 * person says it; or no one, because the address of an invitation has an account already, or the code is used or too old.
 */
export type MailLink =
  | { readonly kind: "known"; readonly address: string; readonly isAccount?: boolean }
  | { readonly kind: "ask" }
  | { readonly kind: "needless" }
  | { readonly kind: "gone" };

/** A view that the page begins with: of the link of a mail, or chosen in a browser without script. */
export interface OpenedView {
  readonly name: string;
  readonly email?: string | undefined;
  readonly fullName?: string | undefined;
  readonly code?: string | undefined;
  /** Key of the provider, or its address in the manifest. */
  readonly provider?: string | undefined;
  readonly svc_flow?: string | undefined;
  /** "Keep me signed in" is ticked. */
  readonly remember_me?: boolean;
  /** Ask for the code of the second factor, too. */
  readonly otp?: boolean;
  /** Least length of a new password, and what is refused besides, where the manifest does not say it. */
  readonly least?: number | undefined;
  readonly refuses?: readonly WeakKind[] | undefined;
  /** Of the view that sets a second factor up. */
  readonly setup?: FactorSetup | undefined;
  /** Where the person goes who puts that off. */
  readonly later?: string | undefined;
  /** Whose link it is, where the view is of the link of a mail. */
  readonly link?: MailLink | undefined;
  /** Where an invitation is accepted with a passkey in place of a password. */
  readonly passkey_url?: string | undefined;
  /** Where the person was going when they asked for the mail, as the query of the page. */
  readonly search?: string | undefined;
}

/** How a view is drawn: what its form carries, and what leads from it to another view. */
export interface Drawing {
  readonly context: Spoken;
  readonly form: (id: string, content: Markup) => Markup;
  /** `to` is the view it leads to; absent, the one that signs in. */
  readonly link: (id: string, label: TextKey, to?: string) => Markup;
  /** What the fields hold. */
  readonly values: Partial<OpenedView>;
  /** What a new password has to be. */
  readonly rules: PasswordRules;
  /** People may choose to stay signed in. */
  readonly remembers: boolean;
}

/** What the form showed before, and why it is shown again. */
export interface LoginFormView {
  readonly token: string;
  readonly username?: string;
  /** `url` of the password link that was chosen. */
  readonly provider?: string;
  readonly error?: string;
  /** Ask for the code of the second factor, too. */
  readonly otp?: boolean;
  readonly remember_me?: boolean;
}

/** The view that signs in. */
export interface SignInView {
  readonly context: Spoken;
  readonly action: string;
  /** Where a sign-in in this very window leads. */
  readonly returnTo?: string | undefined;
  readonly manifest: LoginManifest;
  readonly form: LoginFormView;
}

/** What the page shows, at first and after a form. */
export interface FormState extends Omit<LoginFormView, "token"> {
  readonly signedOut?: boolean;
  /** The person is signed in, and a page asks for a newer sign-in. */
  readonly again?: boolean;
  /** What was done. */
  readonly notice?: TextKey;
  /** Instead of the view that signs in. */
  readonly opened?: OpenedView | undefined;
}
