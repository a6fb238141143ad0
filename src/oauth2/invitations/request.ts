/** What the page of an invitation asks for and is told. Public types, so nothing else is imported. */

/** What an invited person sees before they accept. */
export interface OpenInvitation {
  readonly address: string;
  /** As the administrator wrote it; may be empty. */
  readonly name: string;
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
}

export interface AcceptRequest {
  readonly code?: string | undefined;
  readonly password?: string | undefined;
  readonly name?: string | undefined;
}
