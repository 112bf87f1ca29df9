/** The focused element before something opened over the page, and its ancestors with a label, nearest first. */
export type FocusOrigin = { readonly element: HTMLElement; readonly around: readonly HTMLElement[] };

/** Labeled regions, which tell screen readers where they are. */
const parts = "section, table, ul, ol, [role=region], main";

/** The focused element; null without one. */
export function whoAsks(): FocusOrigin | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  return { element, around: placesAround(element) };
}

/** Looked up now, because a removed element has no ancestors. */
function placesAround(element: HTMLElement): HTMLElement[] {
  const places: HTMLElement[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at.matches(parts)) places.push(at);
    // A menu is at the end of the document. The origin is the button that opened it.
    const opener = openerOf(at.id);
    if (opener) return [...places, opener, ...placesAround(opener)];
  }
  return places;
}

function openerOf(id: string): HTMLElement | undefined {
  if (id === "") return undefined;
  const openers = [...document.querySelectorAll<HTMLElement>("[aria-controls]")];
  return openers.find((one) => one.getAttribute("aria-controls") === id);
}

/**
 * Restores the focus. It waits a frame, because the closing overlay still has it. If the element is gone, such as a
 * deleted row, the region around it gets the focus instead of the document, where the keyboard would start at the top.
 */
export function giveFocusBack(asker: FocusOrigin | null): void {
  if (!asker) return;
  requestAnimationFrame(() => {
    putFocus(asker);
    if (asker.element.isConnected) returnFocusOnceGone(asker);
  });
}

/** Stops when the person focuses something else. */
function returnFocusOnceGone(asker: FocusOrigin): void {
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) putFocus(asker);
  });
  const end = (event: Event) => {
    if (event.type === "focusin" && event.target === asker.element) return;
    observer.disconnect();
    for (const type of ["focusin", "pointerdown"]) document.removeEventListener(type, end, true);
  };
  for (const type of ["focusin", "pointerdown"]) document.addEventListener(type, end, true);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
}

function putFocus({ element, around }: FocusOrigin): void {
  if (element.isConnected) {
    // A disabled button cannot take the focus; try again when it is enabled.
    element.focus();
    return;
  }
  const place = around.find((one) => one.isConnected) ?? document.querySelector("main");
  if (!place) return;
  if (place.tabIndex < 0 && !place.hasAttribute("tabindex")) {
    place.tabIndex = -1;
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  }
  place.focus({ preventScroll: true });
}
