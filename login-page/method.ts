/** What the script of the login page does for one login method; its requests go through the SDK. */
export interface PageMethod {
  /** Takes over what the view that signs in shows of it. */
  offer(): void;
  /** Opens the view that the address of the page asks for; false where it asks for none of the method. */
  open?(): boolean;
  /** The first view stands: the one that signs in, or one that a link has opened. */
  opened?(): void;
  /** The back button shows the page again: what was running has ended, and no secret waits in its field. */
  restore?(): void;
}
