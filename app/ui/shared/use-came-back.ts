import { useEffect } from "react";

/** Calls `onBack` when the browser shows the page again as it was left, its state and all, after Back. */
export function useCameBack(onBack: () => void): void {
  useEffect(() => {
    function shown({ persisted }: PageTransitionEvent) {
      if (persisted) onBack();
    }
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, [onBack]);
}
