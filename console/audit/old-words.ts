/** What was said in refusals, by the words that entries of 0.3.0 and earlier have in place of an id. */
export const OLD_WORDS = {
  "totp code required": "refusal.code_required",
  "totp code invalid": "refusal.code_wrong",
  "password not match": "refusal.password_mismatch",
  "local password login is disabled": "refusal.local_passwords_off",
  "user not found": "refusal.user",
  "code not found or expired": "refusal.code_gone",
  "the account is not available": "refusal.account_unavailable",
} as const;
