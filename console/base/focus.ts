/** The focus is never lost: a new place has it at its heading or first field, and what takes it away gives it back (WCAG 2.2, 2.4.3). */

const FOCUSABLE =
  "a[href], button:enabled, input:not([type=hidden]):enabled, textarea:enabled, select:enabled, [tabindex='0']";
const FIELD = "input:not([type=hidden]):enabled, textarea:enabled, select:enabled";
/** Milliseconds in which a dialog that closes would take the focus back to where it was opened. */
const DIALOG_CLOSES_MS = 3_000;
const DIALOG = "[role=dialog], [role=alertdialog]";

const main = () => document.getElementById("main");
const isVisible = (element: Element) => element.getClientRects().length > 0;
const isLost = () =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  !isVisible(document.activeElement);

const firstOf = (within: Element, selector: string): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(selector)].find(isVisible);

const headingOf = (page: HTMLElement): HTMLElement | undefined => firstOf(page, "h1");

function give(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** The content of the page, for the first link on it. */
export function skipToContent(): void {
  const page = main();
  if (page) give(headingOf(page) ?? page);
}

/** The first thing in it that takes the focus, in sight. */
export function focusWithin(element: Element): void {
  const own = element instanceof HTMLElement && element.matches(FOCUSABLE) ? element : undefined;
  const field = own ?? firstOf(element, "[aria-invalid='true']") ?? firstOf(element, FOCUSABLE);
  field?.focus();
  (field ?? element).scrollIntoView({ block: "center" });
}

/** After a press on the button below a list that adds an entry to it: the new one has the focus, at its first field. */
export function focusAdded({ currentTarget }: { readonly currentTarget: Element }): void {
  const row = currentTarget.parentElement;
  requestAnimationFrame(() => {
    const added = row?.previousElementSibling;
    const field = added && firstOf(added, FIELD);
    if (field) focusWithin(field);
  });
}

let isArriving = false;

/** While nothing is chosen by the person, the page keeps the focus over dialogs that close. */
function hold(page: HTMLElement, element: HTMLElement): void {
  const taken = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || page.contains(target)) return;
    // One that opens keeps it.
    if (target.closest(DIALOG) === null) give(element);
  };
  const end = () => {
    removeEventListener("focusin", taken);
    removeEventListener("keydown", end, true);
    removeEventListener("pointerdown", end, true);
  };
  addEventListener("focusin", taken);
  addEventListener("keydown", end, true);
  addEventListener("pointerdown", end, true);
  setTimeout(end, DIALOG_CLOSES_MS);
}

/**
 * Gives a new page its focus, as soon as it stands: its first field where a record is made, else its heading.
 * @param member whose field is wanted, by its place
 * @returns what ends the wait
 */
export function arrive(isNew: boolean, member?: string): () => void {
  const page = main();
  if (!page) return () => undefined;
  const before = document.activeElement;
  scrollTo(0, 0);
  // The page was there at once, and has chosen a field itself.
  if (before?.matches(FIELD) && page.contains(before)) return () => undefined;
  isArriving = true;
  // One that closes gives the focus back to where it was opened; reading aids move it without a key.
  const overDialog = document.querySelector(DIALOG) !== null;
  const stop = () => {
    observer.disconnect();
    removeEventListener("keydown", stop, true);
    removeEventListener("pointerdown", stop, true);
    isArriving = false;
  };
  // The person goes on by themselves.
  addEventListener("keydown", stop, true);
  addEventListener("pointerdown", stop, true);
  const target = () => {
    const isWhole = firstOf(page, ".mantine-Skeleton-root") === undefined;
    const heading = headingOf(page);
    if (member !== undefined) {
      const place = page.querySelector(`[data-place="${CSS.escape(member)}"]`);
      const field = place && firstOf(place, FOCUSABLE);
      return field ?? (isWhole ? heading : undefined);
    }
    if (!isNew) return heading ?? (isWhole ? page : undefined);
    return firstOf(page, FIELD) ?? (isWhole ? (heading ?? page) : undefined);
  };
  const look = () => {
    const now = document.activeElement;
    // The page has chosen itself.
    if (now !== before && page.contains(now) && !isLost()) return stop();
    const found = target();
    if (!found) return;
    stop();
    give(found);
    if (member !== undefined) found.scrollIntoView({ block: "center" });
    if (overDialog) hold(page, found);
  };
  const observer = new MutationObserver(look);
  observer.observe(page, { childList: true, subtree: true });
  look();
  return stop;
}

interface Last {
  readonly element: HTMLElement;
  /** What it stands in, from the inside. */
  readonly above: readonly HTMLElement[];
  /** It was seen without the focus because it is busy: it gets it back. */
  isHeld: boolean;
}

const ancestorsOf = (element: HTMLElement): HTMLElement[] => {
  const above: HTMLElement[] = [];
  for (let one = element.parentElement; one; one = one.parentElement) above.push(one);
  return above;
};

/** Where the person goes on when what had the focus is gone: beside it, else at the heading of the page. */
function beside(above: readonly HTMLElement[]): HTMLElement | undefined {
  const page = main();
  for (const place of above) {
    if (page && place.contains(page)) break;
    if (!place.isConnected || !isVisible(place)) continue;
    const next = firstOf(place, "[data-autofocus]") ?? firstOf(place, FOCUSABLE);
    if (next) return next;
  }
  return page ? (headingOf(page) ?? page) : undefined;
}

/** Gives the focus back when a button was busy, and hands it on when what had it goes. */
export function keepFocus(): () => void {
  let last: Last | undefined;
  let isScheduled = false;
  const look = () => {
    isScheduled = false;
    if (!last || isArriving || !isLost()) return;
    const { element, above } = last;
    if (element.isConnected && isVisible(element)) {
      if (!element.matches(":disabled")) {
        if (last.isHeld) element.focus({ preventScroll: true });
        return;
      }
      last.isHeld = true;
      if (element.dataset.loading !== undefined) return;
    }
    const next = beside(above);
    if (next) give(next);
  };
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(look);
  };
  const focused = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target !== document.body)
      last = { element: target, above: ancestorsOf(target), isHeld: false };
  };
  // A click beside everything leaves it on purpose.
  const pointed = ({ target }: PointerEvent) => {
    if (last && target instanceof Node && !last.element.contains(target)) last = undefined;
  };
  const observer = new MutationObserver(schedule);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden", "inert", "style"],
  });
  addEventListener("focusin", focused);
  addEventListener("pointerdown", pointed, true);
  return () => {
    observer.disconnect();
    removeEventListener("focusin", focused);
    removeEventListener("pointerdown", pointed, true);
  };
}
