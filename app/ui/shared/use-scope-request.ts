import { useRevalidator } from "@remix-run/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { findAppBridge } from "../state/ui-provider.tsx";

/** Reload interval after the merchant agreed, until the platform's webhook reaches the app. */
const lookAfterMs = 3000;

const neverChanges = () => () => undefined;
/** There is no App Bridge on the server, and the first render must match the server's. */
const onServer = () => null;

/** Asks the merchant for optional scopes. Only possible in Shopify's admin: elsewhere `ask` is null. */
export function useScopeRequest(scopes: readonly string[]) {
  const { revalidate } = useRevalidator();
  const [answer, setAnswer] = useState<"none" | "asking" | "granted" | "declined">("none");
  const isGranted = answer === "granted";
  useEffect(() => {
    if (!isGranted) return undefined;
    const timer = setInterval(revalidate, lookAfterMs);
    return () => clearInterval(timer);
  }, [isGranted, revalidate]);
  const bridge = useSyncExternalStore(neverChanges, findAppBridge, onServer);
  const ask = () => {
    setAnswer("asking");
    bridge?.scopes.request([...scopes]).then(
      ({ result }) => setAnswer(result === "granted-all" ? "granted" : "declined"),
      () => setAnswer("declined"),
    );
  };
  return { answer, ask: bridge ? ask : null };
}
