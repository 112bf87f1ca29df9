import { type Location, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { drawerParameter } from "../drawer-address.ts";

/** How each page was left: its query, and the key of its scroll position. */
const left = new Map<string, { readonly search: string; readonly scrollKey: string }>();

/** Scroll positions of returns, by the key of their location. */
const returned = new Map<string, string>();

let returning: { readonly url: string; readonly scrollKey: string } | null = null;

/** Key of a location's scroll position. A return by a breadcrumb has that of the visit that it returns to. */
export function scrollKeyOf({ key, pathname, search }: Location): string {
  if (returning?.url === pathname + search) {
    returned.set(key, returning.scrollKey);
    returning = null;
  }
  return returned.get(key) ?? key;
}

/** Remembers how a page is shown, for the breadcrumbs of the pages below it. */
export function useReturnable(): void {
  const location = useLocation();
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    query.delete(drawerParameter);
    const search = query.size === 0 ? "" : `?${query.toString()}`;
    left.set(location.pathname, { search, scrollKey: scrollKeyOf(location) });
  }, [location]);
}

/** A breadcrumb to a page as it was left, with its filters, page and scroll position. */
export function useReturn(url: string): { readonly url: string; readonly onAction: () => void } {
  const [shown, setShown] = useState(url);
  const [path = url] = url.split("?");
  useEffect(() => {
    // The server does not know how the list was left, so its address comes after hydration.
    // oxlint-disable-next-line react/set-state-in-effect
    setShown(path === url ? path + (left.get(path)?.search ?? "") : url);
  }, [path, url]);
  const onAction = () => {
    const visit = left.get(path);
    returning = visit ? { url: shown, scrollKey: visit.scrollKey } : null;
  };
  return { url: shown, onAction };
}
