/** `admin` namespace: access to the management plane (auth-wire 1.6, W20). */
import { z } from "zod";
import { flag, text } from "../fields/field.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({
    permission: text().meta({
      title: "Admin permission",
      description:
        "ID or name of the permission that callers of the management plane must hold. While it is empty, everybody is admin.",
    }),
    admin_permission: text().meta({
      title: "Admin permission (former name)",
      description: "Used when permission is empty.",
      deprecated: true,
    }),
    allow_missing_x_user: flag(true).meta({
      title: "Break-glass access",
      description: "A request without the header X-User is treated as admin.",
    }),
  })
  .transform(({ permission, admin_permission, allow_missing_x_user }) => ({
    permission: permission.trim() || admin_permission.trim(),
    allow_missing_x_user,
  }))
  .meta({ id: "AdminSettings", title: "Administration" });

export const admin = namespace({
  schema,
  example: { permission: "admin", allow_missing_x_user: false },
  above: ["restored"],
});
