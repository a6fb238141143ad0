/** Texts of the guided first steps. */

export const firstSteps = {
  done: "Done",
  open: "To do",
  progress: "{done} of {total} done",
  away: "Hide this page",
  awayHint: "This page is hidden: the overview no longer leads here.",
  back: "Show it again",
  password: "Change the first password",
  passwordText:
    "The password of the first start was shown in a terminal or is in a file: others may have seen it.",
  passkey: "Add a passkey or an authenticator app",
  passkeyText: "A password alone opens everything here. A second factor for every administrator.",
  toAccount: "Open my account",
  application: "Register an application",
  applicationText:
    "Choose what it is; the client is made, and what to write into the application is shown.",
  another: "Register another one",
  kind: "What it is",
  kinds: {
    web: "Web application with a server",
    spa: "Single-page application",
    native: "Mobile or desktop application",
    machine: "Program without a user",
    mcp: "Agent that uses an MCP server",
  },
  id: "Client ID",
  idHint: "Letters, digits, hyphens; it stands in addresses and logs.",
  idTaken: "A client or account with this ID exists.",
  redirect: "Redirect URI",
  redirectHint: "Where the browser comes back to, exactly as the application sends it.",
  make: "Register it",
  made: "{id} is registered",
  secretOnce:
    "The secret is shown only once. Put it into CLIENT_SECRET, where the program below reads it.",
  secret: "Secret",
  edit: "Open the record",
  protect: "Protect an application",
  protectText:
    "An application without a sign-in of its own stays behind a proxy, or in an own program behind our guards. Turn on the route for proxies first: server.forward_auth in the configuration.",
  permission: "Make the permission that decides who gets in",
  idNeeded: "Give it an ID of letters, digits, dots, dashes and underscores, such as my-app.",
} as const;
