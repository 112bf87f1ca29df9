import { type ContextType, useCallback, useContext, useEffect, useRef } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router-dom";

type Router = NonNullable<ContextType<typeof DataRouterContext>>["router"];

const lookEveryMs = 1_500;

/**
 * Reruns the page's loaders, one load at a time. Requests during a load are joined into one, after it. Otherwise the
 * router would drop the running load, so a page with loaders slower than the changes would never update, and Remix
 * would log each dropped answer in the console. It also waits for submissions: a load in between would make the router
 * forget the redirect of their answers, and the live update of the form's own change arrives before its answer. And it
 * waits for loads of fetchers, because the router would fail one with 404 while it discovers its route. The router's
 * own state is read, because its hooks lag behind by a render, and no public hook exposes the router. The returned
 * function never changes, so effects may depend on it.
 */
export function useRefresh(): () => void {
  const router = useContext(DataRouterContext)?.router;
  const isDue = useRef(false);

  const refresh = useCallback(() => {
    if (!router) return;
    isDue.current = isBusy(router);
    if (!isDue.current) router.revalidate();
  }, [router]);

  useEffect(() => {
    return router?.subscribe(() => {
      // In a microtask, because the router is still finishing the load.
      if (isDue.current) queueMicrotask(() => isDue.current && refresh());
    });
  }, [router, refresh]);
  return refresh;
}

function isBusy({ state }: Router): boolean {
  if (state.navigation.state !== "idle" || state.revalidation !== "idle") return true;
  return [...state.fetchers.values()].some((fetcher) => fetcher.state !== "idle");
}

/** Reloads the page's data at an interval while something runs. */
export function useLookWhile(runs: boolean): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(refresh, lookEveryMs);
    return () => clearInterval(timer);
  }, [runs, refresh]);
}

const longestTimeoutMs = 2 ** 31 - 1;

/** Reloads the page's data after some time, as the last load says. Null for never. */
export function useLookAfter(ms: number | null): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = setTimeout(refresh, Math.min(ms, longestTimeoutMs));
    return () => clearTimeout(timer);
  }, [ms, refresh]);
}
