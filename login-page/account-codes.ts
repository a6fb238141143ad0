/** Recovery codes of the account page, shown this one time. */
import { offerCopy } from "./copy-codes.ts";

export function offerCopyOfCodes(): void {
  const codes = [...document.querySelectorAll("#two-step-codes code")];
  offerCopy(
    "two-step-codes-copy",
    codes.map(({ textContent }) => textContent),
  );
}
