/** What the service wrote into the page for the console. */
const element = document.getElementById("console");

/** Where the form of the sign-out goes; undefined where there is no session to end. */
export const SIGN_OUT = element?.dataset.signOut;

/** Where a new sign-in is asked for, whatever session there is; undefined without a login page. */
export const SIGN_IN_AGAIN = element?.dataset.signInAgain;

/** What the deployment calls itself (settings namespace `branding`). */
export const PRODUCT = element?.dataset.productName || "Postern";

/** Its logo, a path of this service; empty for our own mark. */
export const LOGO = element?.dataset.logo ?? "";

/** Its colour, `#rrggbb`; empty for our own. */
export const ACCENT = element?.dataset.accent ?? "";

/** Where its people find help, https or mailto; empty for no link. */
export const SUPPORT = element?.dataset.support ?? "";

/** Where this build has its documentation; undefined for a checkout without it. */
export const DOCS = element?.dataset.docs;
