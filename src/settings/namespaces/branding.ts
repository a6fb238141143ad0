/** `branding` namespace: the name, logo, colour and support link that people see on pages and in mails. */

import { z } from "zod";
import { message } from "../../messages/message.ts";
import { isColour } from "../../std/colour.ts";
import { displayText } from "../../std/display-text.ts";
import { parseWebAddress } from "../fields/address-field.ts";
import { checkedText } from "../fields/field.ts";
import { namespace } from "../kind.ts";
import { MAX_LOGO_BYTES, readLogo } from "../logo.ts";

const MAX_NAME_LENGTH = 60;
const MAX_ADDRESS_LENGTH = 2_048;
/** RFC 6068, one address and nothing that fills in the mail. */
const MAIL_LINK = /^mailto:[\w.!#$%&'*+/=^`{|}~-]+@[A-Za-z0-9.-]+$/;

/** As it is shown: one line, nothing invisible, nothing that turns the direction of the text around it. */
const isPlainName = (name: string) => displayText(name, MAX_NAME_LENGTH) === name;

const isSupportLink = (link: string) =>
  link.length <= MAX_ADDRESS_LENGTH &&
  (MAIL_LINK.test(link) || parseWebAddress(link)?.protocol === "https:");

const schema = z
  .object({
    product_name: checkedText(
      isPlainName,
      message("fault.plain_name", { most: MAX_NAME_LENGTH }),
    ).meta({ title: "Name", description: "The name of the service, on pages and in emails." }),
    logo: checkedText(
      (value) => readLogo(value) !== undefined,
      message("fault.logo", { most: MAX_LOGO_BYTES / 1_024 }),
    ).meta({
      title: "Logo",
      description:
        "A data URL, `data:image/svg+xml;base64,…` or `data:image/png;base64,…`. Only the shapes and colours of an SVG file are shown.",
    }),
    accent_color: checkedText(isColour, message("fault.colour")).meta({
      title: "Accent colour",
      description:
        "The colour of buttons and links. It is made darker or lighter where text would be hard to read.",
    }),
    support_url: checkedText(isSupportLink, message("fault.support_link")).meta({
      title: "Support link",
      description:
        "https or mailto; shown at the end of every page and email, and below the navigation of the console.",
    }),
  })
  .meta({ id: "BrandingSettings", title: "Branding" });

export const branding = namespace({
  schema,
  example: {
    product_name: "Example",
    accent_color: "#0b6e4f",
    support_url: "https://help.example.com",
  },
});
