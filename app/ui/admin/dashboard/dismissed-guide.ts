import { useState, useSyncExternalStore } from "react";

const keyPrefix = "setup_guide_dismissed:";

/**
 * Runs in the head, before the first paint. The server does not know the browser's storage, and hiding the guide later
 * would move the page. A script next to the guide would make the parser wait for the styles.
 */
export const dismissedGuidesScript = `(function(){try{for(var s=[],i=0;i<localStorage.length;i++){var k=localStorage.key(i);
if(k.startsWith("${keyPrefix}")&&localStorage.getItem(k)==="yes")s.push(k.slice(${keyPrefix.length}))}
document.documentElement.dataset.dismissedGuides=s.join(" ")}catch(e){}})();`;

/** Style that hides the guide of this shop (its domain) if the script above found it dismissed. */
export function hiddenWhereDismissed(guideId: string, shop: string): string {
  return `html[data-dismissed-guides~="${shop.replaceAll(/[^\w.-]/g, "")}"] #${guideId}{display:none}`;
}

/** Dismissal is stored in the browser, so other staff still see the guide. */
export function useDismissedGuide(shop: string): [boolean, () => void] {
  const key = keyPrefix + shop;
  const [dismissedNow, setDismissedNow] = useState(false);
  const stored = useSyncExternalStore(
    subscribeToStorage,
    () => isStored(key),
    () => false,
  );
  function dismiss() {
    setDismissedNow(true);
    try {
      window.localStorage.setItem(key, "yes");
    } catch {
      // Without storage, the guide is dismissed for this visit.
    }
  }
  return [dismissedNow || stored, dismiss];
}

/** Shows the guide of a shop again in this browser. */
export function restoreGuide(shop: string): void {
  try {
    window.localStorage.removeItem(keyPrefix + shop);
  } catch {
    // Without storage, the guide was dismissed for one visit only.
  }
  delete document.documentElement.dataset["dismissedGuides"];
}

function subscribeToStorage(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
}

function isStored(key: string): boolean {
  try {
    return window.localStorage.getItem(key) === "yes";
  } catch {
    return false;
  }
}
