/** One way to a role or permission in answers of explanations. */
import { z } from "zod";

const reference = z.object({ id: z.string(), name: z.string() });

export const startView = z
  .object({
    given: z.enum(["own", "sync", "temporary"]).meta({
      description: "By hand; by a directory or a provider; by a temporary grant with its window",
    }),
    starts_at: z.string().optional(),
    expires_at: z.string().optional(),
  })
  .meta({ id: "HeldBy" });

export const wayView = startView
  .extend({
    roles: z.array(reference).meta({
      description:
        "From the principal's own role down to the one that lists the permission; empty when it is given directly",
    }),
    roles_left_out: z
      .int()
      .optional()
      .meta({ description: "Before the last, where the way is longer than 32 roles" }),
  })
  .meta({ id: "Way" });
