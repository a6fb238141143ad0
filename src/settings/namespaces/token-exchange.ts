/** `token_exchange` namespace: RFC 8693. */
import { z } from "zod";
import { flag } from "../fields/field.ts";

export const token_exchange = z
  .object({ disabled: flag().meta({ title: "Disabled" }) })
  .meta({ id: "TokenExchangeSettings", title: "Token exchange" });
