/** `admin` namespace: access to the management plane (auth-wire 1.6, W20). */
import { z } from "zod";
import { message } from "../../messages/message.ts";
import { CAPABILITIES } from "../administration.ts";
import { addFault, choices, flag, list, text } from "../fields/field.ts";
import { namespace } from "../kind.ts";

/** Members of a list of grants: more than an installation has kinds of administrators. */
const MAX_GRANTS = 100;

const grant = z
  .object({
    role_id: text().meta({
      title: "Role",
      description:
        "ID of the role. All its holders may do this, including through a role that contains it.",
    }),
    may: choices(CAPABILITIES, []).meta({
      title: "May",
      description:
        "read: see everything but secrets; support: help people to sign in; people: change their accounts; clients, providers, settings: manage those that give no rights.",
    }),
    people_of: list().meta({
      title: "Which people",
      description:
        "IDs of roles: support and people apply only to people who hold one of them. Empty: all people.",
    }),
    roles: list().meta({
      title: "Roles to give",
      description: "IDs of the roles that holders of people may give and take away. Empty: none.",
    }),
  })
  .superRefine(({ role_id }, context) => {
    if (role_id === "") addFault(context, message("fault.required"), ["role_id"]);
  });

const schema = z
  .object({
    permission: text().meta({
      title: "Admin permission",
      description:
        "ID or name of the permission that administrators must hold. While it is empty, everyone is an administrator.",
    }),
    admin_permission: text().meta({
      title: "Admin permission (former name)",
      description: "Used when permission is empty.",
      deprecated: true,
    }),
    allow_missing_x_user: flag(true).meta({
      title: "Break-glass access",
      description: "A request without the header X-User is treated as one of an administrator.",
    }),
    limited: z
      .array(grant)
      .max(MAX_GRANTS, `must be at most ${MAX_GRANTS} entries`)
      .nullish()
      .transform((grants) => grants ?? [])
      .meta({ default: [] })
      .meta({
        title: "Administrators with fewer rights",
        description: "What the holders of a role may do without the admin permission.",
      }),
  })
  .transform(({ permission, admin_permission, allow_missing_x_user, limited }) => ({
    permission: permission.trim() || admin_permission.trim(),
    allow_missing_x_user,
    limited,
  }))
  .meta({ id: "AdminSettings", title: "Administration" });

export const admin = namespace({
  schema,
  example: { permission: "admin", allow_missing_x_user: false },
  above: ["restored"],
});
