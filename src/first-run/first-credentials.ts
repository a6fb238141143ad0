/** What the first start of a service in an application hands over. */

/** What the first start made, for the application that started it. */
export interface FirstCredentials {
  readonly admin: {
    readonly alias: string;
    /** Absent when `first_run.admin_password` gave it. */
    readonly password?: string;
  };
  /** The OAuth client of the login page. The session reads its secret from the settings by itself. */
  readonly login_client: { readonly id: string; readonly secret: string };
}

/** Takes the credentials of the first start; they are in force when it has resolved. */
export type OnFirstRun = (credentials: FirstCredentials) => void | Promise<void>;
