import { Button } from "@shopify/polaris";
import { useCreditScopes } from "./use-credit-scopes.ts";

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
