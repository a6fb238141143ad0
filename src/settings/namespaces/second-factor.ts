/** `second_factor` namespace: who has to sign in with two factors, and from when. */
import { z } from "zod";
import { duration } from "../fields/duration-field.ts";
import { checkedText, flag, list } from "../fields/field.ts";
import { namespace } from "../kind.ts";

/** A day, or a moment with its zone: a day begins at midnight UTC. */
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

const isMoment = (value: string): boolean => MOMENT.test(value) && !Number.isNaN(Date.parse(value));

const schema = z
  .object({
    everybody: flag().meta({
      title: "Everyone",
      description: "Everyone has to sign in with two factors. Service accounts never do.",
    }),
    administrators: flag().meta({
      title: "Administrators",
      description:
        "Everyone with the admin permission, or with fewer rights of an administrator, even temporarily, has to.",
    }),
    role_ids: list().meta({
      title: "Roles",
      description:
        "Everyone who holds one of these roles has to, including through a role that contains it.",
    }),
    from: checkedText(isMoment, "must be a day such as 2030-01-31, or a time with its zone").meta({
      title: "From",
      description: "Nothing is asked before this day; empty means now.",
    }),
    grace: duration("0s", { least: "0s", most: "8760h" }).meta({
      title: "Grace period",
      description:
        "For this long after that day, or after an account was created, people are prompted to set one up and can put it off.",
    }),
  })
  .superRefine(({ grace, from }, context) => {
    if (grace === 0 || from !== "") return;
    const message = "needs the day that it begins with: from";
    context.addIssue({ code: "custom", message, path: ["grace"] });
  })
  .meta({ id: "SecondFactorSettings", title: "Who needs a second factor" });

export const second_factor = namespace({
  schema,
  example: { administrators: true, from: "2030-01-31", grace: "14d" },
});
