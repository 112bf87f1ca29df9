import { startTransition, useEffect, useState } from "react";

/**
 * False until the page works in the browser, unless `isNeededNow`. For closed parts with many elements, so that the
 * first paint need not wait for them.
 */
export function useAfterFirstPaint(isNeededNow: boolean): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => startTransition(() => setIsLater(true)), []);
  return isNeededNow || isLater;
}
