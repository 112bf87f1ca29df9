import { useSearchParams } from "@remix-run/react";
import { useCallback } from "react";

/** Values of settings in the address; null removes one. */
export type ReadingChange = Readonly<Record<string, string | readonly string[] | null>>;
export type ChangeReading = (change: ReadingChange) => void;

/** Corrections of the reading are kept in the address, so that the page's back button takes one back. */
export function useReadingAddress(): ChangeReading {
  const [, setQuery] = useSearchParams();
  return useCallback(
    (change) =>
      setQuery(
        (before) => {
          const query = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            query.delete(name);
            for (const one of value === null ? [] : [value].flat()) query.append(name, one);
          }
          return query;
        },
        { preventScrollReset: true },
      ),
    [setQuery],
  );
}
