/** Texts of the page about administrators. */

export const admin = {
  permission: "Permission that makes an administrator",
  permissionHint:
    "Users who hold it can change everything here. You are refused a change that would leave no administrator.",
  none: "None: everybody is an administrator",
  breakGlass: "Break-glass access",
  breakGlassHint:
    "A request that no session in front of the service has named a user for is treated as an administrator.",
  danger:
    "Anyone who can reach this service past its sign-in can change everything. Turn it on only to get back in, and off afterwards.",
} as const;
