import { useCallback, useState } from "react";

/**
 * Id of a thing that a form adds, from the page, so that a form sent twice adds it once. Each load of the page brings a
 * new one, which replaces only an id that was used.
 */
export function useOneTimeId(newId: string) {
  const [id, setId] = useState(newId);
  const [isUsed, setUsed] = useState(false);
  if (isUsed && newId !== id) {
    setId(newId);
    setUsed(false);
  }
  return { id, markUsed: useCallback(() => setUsed(true), []) };
}
