/** What is done to many users or service accounts at once. */
import { api, type Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { useCapabilities } from "../base/queries.ts";
import type { BulkAction } from "../records/bulk-bar.tsx";
import { RecordSearch } from "../records/record-search.tsx";
import type { PrincipalBase } from "./temporary-access.tsx";

type Principal = Schemas["Principal"];

export function usePrincipalBulk(base: PrincipalBase): readonly BulkAction<Principal>[] {
  const text = useTexts("iam");
  const access = useTexts("access");
  const records = useTexts("records");
  const accounts = useTexts("accounts");
  const imports = useTexts("peopleImport");
  const one = `${base}/{id}` as "/v1/users/{id}";
  const patch = (id: string, body: Schemas["PrincipalPatch"]) =>
    api.PATCH(one, { params: { path: { id } }, body });
  const setActive =
    (is_active: boolean) =>
    ({ id }: Principal) =>
      patch(id, { is_active });
  const own = useCapabilities().data?.x_user?.toLowerCase();
  const endangers = (selected: ReadonlyMap<string, Principal>) =>
    own !== undefined &&
    [...selected.values()].some(({ alias }) => alias.some((name) => name.toLowerCase() === own));
  const restoreState = ({ id, is_active }: Principal) => patch(id, { is_active });
  /** Read again, because the list may be older than what another writer has done. */
  const changeRoles = async (id: string, change: (roles: readonly string[]) => string[]) => {
    const query = { add_roles: false, add_permissions: false };
    const { data } = await api.GET(one, { params: { path: { id }, query } });
    const before = data?.payload.role_ids ?? [];
    const after = change(before);
    if (after.length !== before.length) await patch(id, { role_ids: after });
  };
  const add = (id: string, role: string) =>
    changeRoles(id, (roles) => (roles.includes(role) ? [...roles] : [...roles, role]));
  const remove = (id: string, role: string) =>
    changeRoles(id, (roles) => roles.filter((other) => other !== role));
  const choose = (choice: string, pick: (role: string) => void) => (
    <RecordSearch
      size="xs"
      base="/v1/roles"
      label={access.chooseRole}
      value={choice}
      onPick={pick}
      onClear={() => pick("")}
    />
  );
  /** Accounts of an import that nothing opens yet; who needs none is told by name. */
  const invite: BulkAction<Principal> = {
    label: accounts.inviteChosen,
    consequence: accounts.inviteChosenWhat,
    calls: "POST /v1/invitations/accounts",
    run: async ({ id }) => {
      const { data } = await api.POST("/v1/invitations/accounts", { body: { user_ids: [id] } });
      const result = data?.payload[0]?.result ?? "not_found";
      if (result === "invited") return;
      throw new Error(result === "not_found" ? records.notFound : imports.invitations[result]);
    },
  };
  return [
    ...(base === "/v1/users" ? [invite] : []),
    { label: text.disable, run: setActive(false), undo: restoreState, endangers },
    { label: text.enable, run: setActive(true), undo: restoreState },
    {
      ...{ label: access.addRole, choose },
      run: ({ id }, role) => add(id, role),
      undo: async ({ id, role_ids }, role) =>
        role_ids.includes(role) ? undefined : remove(id, role),
    },
    {
      ...{ label: access.removeRole, choose, endangers },
      run: ({ id }, role) => remove(id, role),
      undo: async ({ id, role_ids }, role) => (role_ids.includes(role) ? add(id, role) : undefined),
    },
    {
      ...{ label: records.delete, danger: true, consequence: access.deleteUsers, endangers },
      run: ({ id }) => api.DELETE(one, { params: { path: { id } } }),
    },
  ];
}
