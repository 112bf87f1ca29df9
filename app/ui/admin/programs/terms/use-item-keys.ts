import { useState } from "react";

/** Keys of list items that have no name of their own, so that removing one does not give its typing to the next. */
export function useItemKeys(count: number): {
  readonly keys: readonly number[];
  /** Call it with the removal of that item. */
  readonly drop: (index: number) => void;
} {
  const [keys, setKeys] = useState(() => Array.from({ length: count }, (_, index) => index));
  let fitting = keys;
  if (keys.length !== count) {
    const next = Math.max(-1, ...keys) + 1;
    const missing = Math.max(0, count - keys.length);
    fitting = [...keys.slice(0, count), ...Array.from({ length: missing }, (_, index) => next + index)];
    setKeys(fitting);
  }
  return { keys: fitting, drop: (index) => setKeys(fitting.filter((_, at) => at !== index)) };
}
