import { Button } from "@shopify/polaris";
import { storeCreditScopes } from "#app/domain/payouts/method.ts";
import { useScopeRequest } from "../../shared/use-scope-request.ts";
import { payoutText as t } from "./payout-text.ts";

/** Asks the merchant for the store credit scopes. Payments that wait for them are then sent automatically. */
export function AllowStoreCredit({ size = "medium" }: { readonly size?: "slim" | "medium" }) {
  const { answer, ask } = useScopeRequest(storeCreditScopes);
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
