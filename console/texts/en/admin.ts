/** Texts of the page about administrators. */

export const admin = {
  permission: "Permission that makes an administrator",
  permissionHint:
    "Users who hold it can change everything here. A change that would leave no administrator is refused.",
  none: "None: everyone is an administrator",
  breakGlass: "Break-glass access",
  breakGlassHint:
    "A request is treated as one of an administrator when no session in front of the service has named its user.",
  danger:
    "Anyone who can reach this service without going through its sign-in can change everything. Turn it on only to get back in, and turn it off afterwards.",
} as const;
