/** The message of a completed sign-in in a window of its own (login-middleware.md, Events 1). */
export const SUCCESS = "svc:login:success";
