import { useState, useSyncExternalStore } from "react";

const keyPrefix = "setup_guide_dismissed:";

/**
 * Runs in the head, before the first paint: the server cannot know what the browser keeps, and what lies below the
 * guide would jump. A script beside the guide would have the parser wait there for the styles.
 */
export const dismissedGuidesScript = `(function(){try{for(var s=[],i=0;i<localStorage.length;i++){var k=localStorage.key(i);
if(k.startsWith("${keyPrefix}")&&localStorage.getItem(k)==="yes")s.push(k.slice(${keyPrefix.length}))}
document.documentElement.dataset.dismissedGuides=s.join(" ")}catch(e){}})();`;

/** The style that hides the guide of this shop, a domain, where the script above found it dismissed. */
export function hiddenWhereDismissed(guideId: string, shop: string): string {
  return `html[data-dismissed-guides~="${shop.replaceAll(/[^\w.-]/g, "")}"] #${guideId}{display:none}`;
}

/** Kept in the browser: another person of the store still gets the guide. */
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
      // Storage is forbidden here: dismissed for this visit.
    }
  }
  return [dismissedNow || stored, dismiss];
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
