import { Button, Text } from "@shopify/polaris";
import type { PayoutOutlookWire } from "#app/contracts/own-payout.ts";
import { formatList, formatMoney } from "../shared/format.ts";
import { useText } from "../texts/use-text.ts";
import { shortDate } from "./short-date.ts";
import { useAccountText } from "./use-account-text.ts";

type Props = { readonly outlook: PayoutOutlookWire; readonly shopName: string; readonly today: string };

/** When and where the affiliate is paid next, and what's missing for it. */
export function HomePayout({ outlook, shopName, today }: Props) {
  const t = useText("home");
  const accountText = useAccountText();
  const { nextDay, minimums, account, isWaiting } = outlook;
  const when = nextDay === null ? null : shortDate(nextDay, { today });
  const to = account && accountText(account);
  return (
    <>
      <div>
        <Text as="h3" variant="headingSm">
          {t("payout.title")}
        </Text>
        {(when !== null || to !== null) && (
          <Text as="p">{[when, to].filter((one) => one !== null).join(", ")}</Text>
        )}
        {when === null && (
          <Text as="p" tone="subdued">
            {t("payout.noSchedule", { shop: shopName })}
          </Text>
        )}
        {minimums.length > 0 && (
          <Text as="p" tone="subdued">
            {t("payout.minimum", { amounts: formatList(minimums.map(formatMoney)) })}
          </Text>
        )}
      </div>
      {account === null && (
        <div>
          <Text as="p">{isWaiting ? t("payout.waiting") : t("payout.missing")}</Text>
          <Button url="/portal/payout-details">{isWaiting ? t("payout.see") : t("payout.add")}</Button>
        </div>
      )}
    </>
  );
}
