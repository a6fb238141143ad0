/** A user as the API description shows it (auth-wire 2.1). */
export const PRINCIPAL_EXAMPLE = {
  id: "01J0A0B0C0D0E0F0G0H0J0K0M0",
  alias: ["ann@example.com", "ann"],
  role_ids: ["01J0ROLEA0000000000000000A"],
  sync_role_ids: [],
  permission_ids: [],
  tmp_role_ids: [
    {
      id: "01J0ROLEB0000000000000000B",
      starts_at: "0001-01-01T00:00:00Z",
      expires_at: "2031-01-01T00:00:00Z",
    },
  ],
  tmp_permission_ids: [],
  details: { name: "Ann", email: "ann@example.com", uid: "ann" },
  description: "",
  service_account: false,
  local: true,
  is_active: true,
  created_at: "2030-05-01T10:00:00Z",
  updated_at: "2030-05-02T10:00:00Z",
  updated_by: "admin@example.com",
  roles: [
    { id: "01J0ROLEA0000000000000000A", name: "ops" },
    { id: "01J0ROLEB0000000000000000B", name: "oncall", expires_at: "2031-01-01T00:00:00Z" },
    { id: "01J0ROLEC0000000000000000C", name: "reader", inherited: true },
  ],
  permissions: [{ id: "01J0PERMA0000000000000000A", name: "read-api", inherited: true }],
};

const { roles: _roles, permissions: _permissions, ...BARE } = PRINCIPAL_EXAMPLE;

/** A service account without roles, with what only its own GET shows (auth-wire 2.3). */
export const SERVICE_ACCOUNT_EXAMPLE = {
  ...BARE,
  alias: ["robot"],
  role_ids: [],
  tmp_role_ids: [],
  details: { name: "Robot", secret: "a long random secret" },
  service_account: true,
};
