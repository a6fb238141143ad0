/** Texts of the guided first steps. */

export const firstSteps = {
  done: "Done",
  open: "To do",
  progress: "{done} of {total} done",
  away: "Hide this page",
  awayHint: "This page is hidden: the overview no longer links to it.",
  back: "Show it again",
  password: "Change the first password",
  passwordText:
    "The password of the first start was shown in a terminal or is in a file: others may have seen it.",
  passkey: "Add a passkey or an authenticator app",
  passkeyText:
    "A password alone opens everything here. Every administrator should have a second factor.",
  toAccount: "Open my account",
  application: "Register an application",
  applicationText:
    "Choose what it is: the client is created, and you see what to enter in the application.",
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
  idHint: "Letters, digits, hyphens; it appears in addresses and logs.",
  idTaken: "A client or account with this ID already exists.",
  redirect: "Redirect URI",
  redirectHint: "Where the browser returns to, exactly as the application sends it.",
  make: "Register it",
  made: "{id} is registered",
  secretOnce:
    "The secret is shown only once. Put it into CLIENT_SECRET, where the program below reads it.",
  secret: "Secret",
  edit: "Open the record",
  protect: "Protect an application",
  protectText:
    "An application without a sign-in of its own is put behind a proxy, or behind our guards in a program of your own. Turn on the route for proxies first: server.forward_auth in the configuration.",
  permission: "Create the permission that decides who gets in",
  idNeeded: "Give it an ID of letters, digits, dots, dashes and underscores, such as my-app.",
} as const;
