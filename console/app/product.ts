/** What the deployment calls itself, as the document of the console says (settings namespace `branding`). */
const { productName, logo } = document.getElementById("console")?.dataset ?? {};

export const PRODUCT = productName || "Postern";

/** A path of this service; empty for our own mark. */
export const LOGO = logo ?? "";
