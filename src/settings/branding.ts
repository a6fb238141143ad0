/** What a deployment is called and looks like. A public type, so nothing else is imported. */
export interface Branding {
  /** Empty: pages show the host alone. */
  readonly product_name: string;
  /** `data:image/svg+xml;base64,…` or `data:image/png;base64,…`; empty: the product's own mark. */
  readonly logo: string;
  /** `#rrggbb`; empty: the product's own colour. */
  readonly accent_color: string;
  /** https or mailto; empty: no link. */
  readonly support_url: string;
}

/** The product as it comes. */
export const NO_BRANDING: Branding = {
  product_name: "",
  logo: "",
  accent_color: "",
  support_url: "",
};
