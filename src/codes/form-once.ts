/** A form that may be sent twice, as those who answer it know it (B-5). Apart, so that no declaration of the package leads to the store. */

/** For what is kept for a click. */
export interface SentForms {
  /**
   * Acts, unless the same form was sent before: then the text that was kept of it.
   * @param act what to keep; undefined when nothing was done, so that the form may be sent again. An error does that, too
   * @returns undefined for the one that acted itself
   */
  once(
    form: readonly string[],
    act: () => Promise<string | undefined>,
  ): Promise<string | undefined>;
}
