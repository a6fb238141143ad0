/** `token_exchange` namespace: RFC 8693. */
import { z } from "@hono/zod-openapi";
import { flag } from "../fields/field.ts";

export const token_exchange = z
  .object({ disabled: flag().meta({ title: "Disabled" }) })
  .openapi("TokenExchangeSettings", { title: "Token exchange" });
