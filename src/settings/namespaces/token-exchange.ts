/** `token_exchange` namespace: RFC 8693. */
import { z } from "zod";
import { flag } from "../fields/field.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({ disabled: flag().meta({ title: "Disabled" }) })
  .meta({ id: "TokenExchangeSettings", title: "Token exchange" });

export const token_exchange = namespace({
  schema,
  example: { disabled: false },
  tab: { hash: "token-exchange", group: "applications", icon: "exchange" },
});
