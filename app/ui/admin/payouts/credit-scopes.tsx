import { Banner } from "@shopify/polaris";
import { useCreditScopes } from "./use-credit-scopes.ts";

/** Asks the merchant for what giving store credit needs, which the app does not hold from the start. */
export function CreditScopes() {
  const { answer, ask } = useCreditScopes();
  return (
    <Banner
      tone="warning"
      title="Store credit has to be allowed first"
      {...(ask &&
        answer !== "granted" && {
          action: { content: "Allow store credit", onAction: ask, loading: answer === "asking" },
        })}
    >
      <p>{textOf(answer, ask !== null)}</p>
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
