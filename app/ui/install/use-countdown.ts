import { useEffect, useState } from "react";

/** Counts whole seconds down to 0, then calls `onEnd` once. */
export function useCountdown(seconds: number, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left === 0) onEnd();
    const timer = left === 0 ? undefined : setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, onEnd]);
  return left;
}
