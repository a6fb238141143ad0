/** What the page of an invitation asks for and is told. Public types, so types alone are imported. */
import type { TokenResponse } from "../../tokens/token-response.ts";
import type { FirstSignIn } from "../first-sign-in.ts";

/** What an invited person sees before they accept. */
export interface OpenInvitation {
  readonly isOpen: true;
  readonly address: string;
  /** As the administrator wrote it; may be empty. */
  readonly name: string;
  /** The account is here and has its name: it is opened, and not made. */
  readonly isAccount: boolean;
}

/** It cannot be accepted, because its address signs in already. */
export interface NeedlessInvitation {
  readonly isOpen: false;
}

/** Where an invited person goes on to. */
export interface Landing {
  readonly href: string;
  /** Of the application, to people. */
  readonly name: string;
}

/** What the login page needs of an accepted one. */
export interface AcceptedInvitation {
  readonly address: string;
  readonly landing?: Landing | undefined;
  /** After a passkey was made. */
  readonly tokens?: TokenResponse | undefined;
}

/** The account begins with a passkey. */
export interface AcceptPasskeyRequest {
  readonly code: string | undefined;
  readonly name: string | undefined;
  readonly passkey: {
    readonly session_id: string | undefined;
    /** Its label. */
    readonly name: string;
    readonly credential: unknown;
  };
  /** Of the page, which signs in with it. */
  readonly client: FirstSignIn;
}

export interface AcceptRequest {
  readonly code?: string | undefined;
  readonly password?: string | undefined;
  readonly name?: string | undefined;
}
