import { useEffect } from "react";
import { usePlace } from "../state/ui-provider.tsx";
import { watchStoredShop } from "./browser-session.ts";

/**
 * One browser holds one session outside the admin. When another tab signs in to another shop, or signs out, this page
 * loads anew: what it shows and what it would post belong to the shop that is signed in no more. In the admin's frame
 * the platform says which shop it is, so nothing needs watching there.
 */
export function useOneShop(domain: string): void {
  const { embedded } = usePlace();
  useEffect(() => {
    if (embedded) return undefined;
    return watchStoredShop(domain, () => window.location.reload());
  }, [domain, embedded]);
}
