import { useEffect } from "react";
import { useUiActions } from "./ui-provider.tsx";

/** Shows the wait of the whole page, with its message, for as long as `isWaiting` holds. */
export function usePageWait(isWaiting: boolean, message: string): void {
  const { setGlobalLoading } = useUiActions();
  useEffect(() => {
    if (!isWaiting) return undefined;
    setGlobalLoading(true, message);
    return () => setGlobalLoading(false);
  }, [isWaiting, message, setGlobalLoading]);
}
