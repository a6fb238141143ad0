/** The login methods by name: types and every other list of them are made of this one. */

/**
 * In the order of the manifest, each with the name by which a session keeps it (login-session-wire 2.4). A session keeps a mailed code as
 * a code, because an older release beside this one must read it; a method that is new takes one of the names that are there.
 */
export const LOGIN_METHODS = {
  password: "password",
  code: "code",
  passkey: "passkey",
  email: "code",
} as const;

export type LoginMethodName = keyof typeof LOGIN_METHODS;

/** How a session was begun, as its record and the `passkey` namespace name it. */
export type RecordedMethod = (typeof LOGIN_METHODS)[LoginMethodName];

export const RECORDED_METHODS: readonly RecordedMethod[] = [
  ...new Set(Object.values(LOGIN_METHODS)),
];
