import { useRevalidator } from "@remix-run/react";
import { Button } from "@shopify/polaris";
import { useEffect, useState, useSyncExternalStore } from "react";
import { storeCreditScopes } from "#app/domain/payouts/method.ts";
import { findAppBridge } from "../../state/ui-provider.tsx";
import { payoutText as t } from "./payout-text.ts";

/** Asks the merchant for the store credit scopes. Payments that wait for them are then sent automatically. */
export function AllowStoreCredit({ size = "medium" }: { readonly size?: "slim" | "medium" }) {
  const { answer, ask } = useCreditScopes();
  // Outside Shopify's admin, the settings page explains how to get there.
  if (!ask) {
    return (
      <Button size={size} url="/dashboard/settings/payouts">
        {t("pay.allowCredit")}
      </Button>
    );
  }
  return (
    <Button size={size} onClick={ask} loading={answer === "asking" || answer === "granted"}>
      {t("pay.allowCredit")}
    </Button>
  );
}

/** Reload interval after the merchant agreed, until the platform's webhook reaches the app. */
const lookAfterMs = 3000;

const neverChanges = () => () => undefined;
/** There is no App Bridge on the server, and the first render must match the server's. */
const onServer = () => null;

/** Asks the merchant for the store credit scopes. Only possible in Shopify's admin: elsewhere `ask` is null. */
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
