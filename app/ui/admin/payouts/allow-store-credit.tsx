import { useRevalidator } from "@remix-run/react";
import { Button } from "@shopify/polaris";
import { useEffect, useState, useSyncExternalStore } from "react";
import { storeCreditScopes } from "#app/domain/payouts/method.ts";
import { findAppBridge } from "../../state/ui-provider.tsx";

/** Asks the merchant for the store credit scopes; what waits for them is sent without another click. */
export function AllowStoreCredit({ size = "medium" }: { readonly size?: "slim" | "medium" }) {
  const { answer, ask } = useCreditScopes();
  // Outside Shopify's admin, the settings say how to get there.
  if (!ask) {
    return (
      <Button size={size} url="/dashboard/settings/payouts">
        Allow store credit
      </Button>
    );
  }
  return (
    <Button size={size} onClick={ask} loading={answer === "asking" || answer === "granted"}>
      Allow store credit
    </Button>
  );
}

/** Reload interval after the merchant agreed, until the platform's webhook reaches the app. */
const lookAfterMs = 3000;

const neverChanges = () => () => undefined;
/** The server knows no bridge, and the page begins as the server wrote it. */
const onServer = () => null;

/** Asks the merchant for the scopes of store credit. Only Shopify's admin can: elsewhere `ask` is null. */
export function useCreditScopes() {
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
    bridge?.scopes.request([...storeCreditScopes]).then(
      ({ result }) => setAnswer(result === "granted-all" ? "granted" : "declined"),
      () => setAnswer("declined"),
    );
  };
  return { answer, ask: bridge ? ask : null };
}
