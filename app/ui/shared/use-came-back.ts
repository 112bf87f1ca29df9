import { useEffect } from "react";

/** Calls `onBack` when the browser restores the page from its back/forward cache. */
export function useCameBack(onBack: () => void): void {
  useEffect(() => {
    function shown({ persisted }: PageTransitionEvent) {
      if (persisted) onBack();
    }
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, [onBack]);
}
