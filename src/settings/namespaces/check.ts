/** `check` namespace: host rules for permission evaluation (auth-wire 3). */
import { z } from "zod";
import { flag, list } from "../fields/field.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({
    default_hosts: list().meta({
      title: "Default hosts",
      description: "Hosts of resources that name none.",
    }),
    no_host_check: flag().meta({
      title: "Ignore hosts",
      description: "Permission checks ignore the host.",
    }),
  })
  .meta({ id: "CheckSettings", title: "Permission check" });

export const check = namespace({
  schema,
  example: { default_hosts: ["app.example.com"], no_host_check: false },
});
