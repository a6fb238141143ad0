/** The SDK that the same server serves; the page knows nothing that a page of yours could not do. */
import { createLogin } from "../sdk/sdk.ts";

export const sdk = createLogin();
