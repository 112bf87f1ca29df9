import { type ContextType, useCallback, useContext, useEffect, useRef } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router-dom";

type Router = NonNullable<ContextType<typeof DataRouterContext>>["router"];

const lookEveryMs = 1_500;

/**
 * Has the page's loaders run again, one load at a time: what is asked for while a load runs is done once, when it
 * has ended. The router would drop the running load for the new one, so that a page whose loaders take longer than
 * the time between two changes never showed either, and Remix writes each dropped answer into people's consoles. What
 * a form sends is waited for too: a load that begins meanwhile would make the router forget where its answer leads, and
 * the word of the change that the form made comes before that answer.
 *
 * The router itself is asked whether it loads: its hooks tell only what was last drawn, and a link that was followed or
 * another part of the page that refreshed a moment ago is drawn later. No public hook hands the router out.
 * The function that comes back never changes, so effects may depend on it.
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
      // Once the router has done with the news: it is still in the middle of ending that load.
      if (isDue.current) queueMicrotask(() => isDue.current && refresh());
    });
  }, [router, refresh]);
  return refresh;
}

function isBusy({ state }: Router): boolean {
  if (state.navigation.state !== "idle" || state.revalidation !== "idle") return true;
  return [...state.fetchers.values()].some(({ formMethod = "GET" }) => formMethod.toUpperCase() !== "GET");
}

/** Has the page's data fetched again and again while something runs. */
export function useLookWhile(runs: boolean): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(refresh, lookEveryMs);
    return () => clearInterval(timer);
  }, [runs, refresh]);
}
