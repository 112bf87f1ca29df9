import { useRevalidator } from "@remix-run/react";
import { Banner } from "@shopify/polaris";
import { useEffect, useState, useSyncExternalStore } from "react";
import { storeCreditScopes } from "#app/domain/payouts/credit-scopes.ts";
import { findAppBridge } from "../../state/app-bridge.ts";

/** How long after a yes the page looks again: the platform tells the app of it by a message of its own. */
const lookAfterMs = 3000;

const neverChanges = () => () => undefined;
/** The server knows no bridge, and the page begins as the server wrote it. */
const onServer = () => null;

/** Asks the merchant for what giving store credit needs, which the app does not hold from the start. */
export function CreditScopes() {
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
  const isOpen = bridge !== null && !isGranted;
  return (
    <Banner
      tone="warning"
      title="Store credit has to be allowed first"
      {...(isOpen && {
        action: { content: "Allow store credit", onAction: ask, loading: answer === "asking" },
      })}
    >
      <p>{textOf(answer, bridge !== null)}</p>
    </Banner>
  );
}

function textOf(answer: string, isInAdmin: boolean): string {
  if (answer === "granted") return "Thank you. Shopify tells the app in a moment.";
  if (answer === "declined") return "It was not allowed. Nothing is paid by store credit until it is.";
  return isInAdmin
    ? "Shopify asks you whether the app may give your customers store credit and see what they have of it."
    : "Open the app in Shopify's admin, and allow it there under Settings ▸ Payouts.";
}
