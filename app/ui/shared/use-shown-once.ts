import { useLocation, useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";

/**
 * Whether the page came with the parameter `name`, which says something once: it leaves the address at once, so a
 * reload or a bookmark does not say it again. Any other address of the page ends it.
 */
export function useShownOnce(name: string): boolean {
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const isThere = query.has(name);
  const address = `${pathname}?${without(query, name).toString()}`;
  const [shownAt, setShownAt] = useState(isThere ? address : null);
  if (isThere && shownAt !== address) setShownAt(address);
  useEffect(() => {
    if (isThere) setQuery((now) => without(now, name), { replace: true, preventScrollReset: true });
  }, [isThere, name, setQuery]);
  return shownAt === address;
}

function without(query: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete(name);
  return rest;
}
