/** A view that the page begins with: of the link of a mail, or chosen in a browser without script. */
export const VIEW_NAMES = [
  "signup",
  "verify",
  "reset",
  "reset-confirm",
  "mail",
  "mail-sent",
  "mail-link",
] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/**
 * Whom the link of a mail signs in: this address; one that only the provider elsewhere knows, so that the
 * person says it; or nobody, because the code is used or too old.
 */
export type MailLink =
  | { readonly kind: "known"; readonly address: string }
  | { readonly kind: "ask" }
  | { readonly kind: "gone" };

export interface OpenedView {
  readonly name: ViewName;
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
  /** Of `mail-link` alone. */
  readonly link?: MailLink | undefined;
}
