/** `check` namespace: host rules for permission evaluation (auth-wire 3). */
import { z } from "zod";
import { flag, list } from "../fields/field.ts";

export const check = z
  .object({
    default_hosts: list().meta({
      title: "Default hosts",
      description: "Hosts of resources that name none.",
    }),
    no_host_check: flag().meta({
      title: "Ignore hosts",
      description: "Permission checks do not look at the host.",
    }),
  })
  .meta({ id: "CheckSettings", title: "Permission check" });
