/** Why an import of people refuses an entry, passes it over, or cannot read on, in English, by id. */
export const IMPORTS = {
  // Of the file
  "import.empty": "there is nothing in it",
  "import.no_json": "this is no JSON of this format",
  "import.cut_off": "the file ends here in the middle of an entry",
  "import.unknown_column": "there is no column {name}; those that are known: {known}",
  "import.column_twice": "the column {name} is there twice",
  "import.not_utf8": "the file is not UTF-8",

  // Of one entry
  "import.too_long": "is longer than {most} characters",
  "import.no_object": "is no JSON object",
  "import.quote": "has a quote that does not begin or end a cell",
  "import.cells": "has {count} cells in place of {wanted}",
  "import.no_name": "needs an alias or an email",
  "import.no_address": "is no email address",
  "import.own_detail": "has a member of its own, or is not imported",
  "import.hash_unknown": "is a hash of a scheme that is not read here ({scheme})",
  "import.hash_form": "is not a whole hash of its scheme",
  "import.hash_cost": "is a hash that costs too much to check: time or memory",
  "import.totp_kind":
    "belongs to an app with codes of another kind; here they have SHA-1, six digits and 30 seconds",
  "import.totp_form": "is no secret of an authenticator app in base32",
  "import.role": "there is no role {name}",
  "import.administrator_role": "the role {name} makes an administrator, and that was not allowed",
  "import.provider": "there is no provider {name} here, or its issuer is not known: name it",
  "import.taken": "{name} belongs to another account",
  "import.administrator": "is an administrator here, and their change was not allowed",
  "import.last_administrator": "no administrator could sign in, or would be left",

  // What was left as it is
  "import.differs": "is known and differs; only an update writes it",
  "import.directory_account": "is known and belongs to a directory by now",
  "import.service_account": "is the account of a client, and no person",
  "import.of_directory": "comes from a directory there: connect the directory here",
} as const;
