/** Where a person was before something opened over the page, and what is around that, nearest first. */
export type FocusOrigin = { readonly element: HTMLElement; readonly around: readonly HTMLElement[] };

/** Parts of a page that say what they are to whoever is led there. */
const parts = "section, table, ul, ol, [role=region], main";

/** The element that has the focus; null if none has. */
export function whoAsks(): FocusOrigin | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  return { element, around: placesAround(element) };
}

/** Looked up while it stands: what is removed later knows nothing of where it was. */
function placesAround(element: HTMLElement): HTMLElement[] {
  const places: HTMLElement[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at.matches(parts)) places.push(at);
    // A menu stands at the end of the document; the button that opens it is where the person came from.
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
 * Gives the keyboard back to where the person was. A frame later, because what stood above the page holds the focus
 * until it is gone. Where the answer takes that place away, a row that is deleted say, the part of the page around it
 * has the focus, and not the document, from where a keyboard would begin at the top.
 */
export function giveFocusBack(asker: FocusOrigin | null): void {
  if (!asker) return;
  requestAnimationFrame(() => {
    putFocus(asker);
    if (asker.element.isConnected) returnFocusOnceGone(asker);
  });
}

/** Until the person goes on to something else. */
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
    // A button that waits for its answer takes none; it is asked again when that is here.
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
