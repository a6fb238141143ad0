/** Every text of the panel "Passkeys" of the account page. */

export const PASSKEYS = {
  title: "Passkeys",
  lead: "Sign in with your fingerprint, your face, your screen lock or a security key instead of a password.",
  none: "You have no passkey yet.",
  lastUsed: "Last used {date}",
  never: "Added {date}, not used yet",
  inDomain: "for {domain}",
  change: "Change",
  changeOne: "Change {name}",
  name: "Name",
  newName: "Name of the new passkey",
  optional: "optional",
  rename: "Rename",
  remove: "Remove",
  add: "Add a passkey",
  needsScript: "Adding a passkey needs JavaScript.",
  notSupported: "This browser does not support passkeys.",
  nameMissing: "Enter a name of at most 100 characters.",
  gone: "This passkey is no longer there.",
  renamed: "The passkey has its new name.",
  removed: "The passkey is removed. It signs in no more.",
  codesTitle: "Recovery codes",
  codesText:
    "If you lose the device with your passkey, each of these codes stands in for it once, after your password or a code by mail, where two steps are asked for.",
  codesNone: "You have none yet.",
  makeCodes: "Make recovery codes",
  codesMade: "These are your recovery codes. Earlier ones are no longer accepted.",
  codesKeep:
    "Each of them stands in for your passkey once, after your password or a code by mail. Write them down or print this page now: they are not shown again.",
} as const;
