/** A member that lists levels of a sign-in (OpenID Connect Core §2): those of this service, or of a front. */
import { message } from "../../messages/message.ts";
import { checkedList } from "./field.ts";

export const levels = () =>
  checkedList(
    (entry) => (/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(entry) ? entry : undefined),
    message("fault.level"),
  );
