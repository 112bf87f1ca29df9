import { Banner, BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { PayoutOutlookWire } from "#app/contracts/own-payout.ts";
import { formatDay, formatMoney } from "../shared/format.ts";

/** When, from which amount on and where to an affiliate is paid; and what is missing for it. */
export function PayoutOutlook({ outlook, shopName }: { outlook: PayoutOutlookWire; shopName: string }) {
  const { nextDay, minimums, account, isWaiting } = outlook;
  const when = nextDay === null ? `${shopName} decides when it pays.` : `Next payout: ${formatDay(nextDay)}.`;
  const least =
    minimums.length === 0 ? "" : ` From ${minimums.map((one) => formatMoney(one)).join(" or ")} on.`;
  return (
    <BlockStack gap="300">
      {account === null && (
        <Banner tone={isWaiting ? "info" : "warning"}>
          {isWaiting
            ? "Your payout details do not hold yet. "
            : "You cannot be paid yet: payout details are missing. "}
          <Link url="/portal/payout-details">
            {isWaiting ? "See what they wait for" : "Enter payout details"}
          </Link>
        </Banner>
      )}
      <Text as="p" tone="subdued">
        {`${when}${least}${account === null ? "" : ` Paid to: ${account}.`}`}
      </Text>
      <InlineStack gap="400">
        <Link url="/portal/payouts">Your payouts</Link>
        <Link url="/portal/statements">Statements</Link>
        <Link url="/portal/payout-details">Payout details</Link>
      </InlineStack>
    </BlockStack>
  );
}
