import { useFetchers, useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";

const lookEveryMs = 1_500;

/**
 * Has the page's loaders run again, one load at a time: what is asked for while a load runs is done once, when it
 * has ended. The router would drop the running load for the new one, so that a page whose loaders take longer than
 * the time between two changes never showed either, and Remix writes each dropped answer into people's consoles. What
 * a form sends is waited for too: a load that begins meanwhile would make the router forget where its answer leads, and
 * the word of the change that the form made comes before that answer.
 * The function that comes back never changes, so effects may depend on it.
 */
export function useRefresh(): () => void {
  const { revalidate, state } = useRevalidator();
  const isSending = useFetchers().some(({ formMethod }) => formMethod !== undefined && formMethod !== "GET");
  const navigation = useNavigation();
  const isLoading = isSending || navigation.state !== "idle" || state !== "idle";
  const latest = useRef({ revalidate, isLoading });
  const isDue = useRef(false);

  const refresh = useCallback(() => {
    isDue.current = latest.current.isLoading;
    if (isDue.current) return;
    // The router's state arrives with a later rendering; until then a second call has to know of this one.
    latest.current.isLoading = true;
    latest.current.revalidate();
  }, []);

  // After each rendering: a load that began and ended between two of them would else be taken for a running one.
  useEffect(() => {
    latest.current = { revalidate, isLoading };
    if (isDue.current && !isLoading) refresh();
  });
  return refresh;
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
