import { useRevalidator } from "@remix-run/react";
import { Button } from "@shopify/polaris";
import { useEffect, useState, useSyncExternalStore } from "react";
import { storeCreditScopes } from "#app/domain/payouts/credit-scopes.ts";
import { findAppBridge } from "../../state/app-bridge.ts";

/** How long after a yes the page looks again: the platform tells the app of it by a message of its own. */
const lookAfterMs = 3000;

const neverChanges = () => () => undefined;
/** The server knows no bridge, and the page begins as the server wrote it. */
const onServer = () => null;

/** Asks the merchant for the store credit scopes; what waits for them is sent without another click. */
export function AllowStoreCredit({ size = "medium" }: { readonly size?: "slim" | "medium" }) {
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
  // Only Shopify's admin can ask for scopes; elsewhere the settings say how to get there.
  if (!bridge) {
    return (
      <Button size={size} url="/dashboard/settings/payouts">
        Allow store credit
      </Button>
    );
  }
  return (
    <Button size={size} onClick={ask} loading={answer === "asking" || isGranted}>
      Allow store credit
    </Button>
  );
}
