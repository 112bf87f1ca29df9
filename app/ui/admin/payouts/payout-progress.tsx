import { BlockStack, Card, ProgressBar, Text } from "@shopify/polaris";
import { useId } from "react";
import type { PayoutDetailWire } from "#app/contracts/payout.ts";
import { endStates } from "#app/domain/payouts/item.ts";
import { formatCount } from "../../shared/format.ts";
import { isMoving } from "./payout-words.ts";

/** How far a batch is while a worker goes on with it. */
export function PayoutProgress({ payout }: { payout: PayoutDetailWire }) {
  const id = useId();
  if (!isMoving(payout)) return null;
  const { label, done, total } = progressOf(payout);
  const share = total === 0 ? 0 : Math.min(100, Math.round((done / total) * 100));
  return (
    <Card>
      <BlockStack gap="200">
        <div id={id}>
          <Text as="p">{`${label}: ${formatCount(done)} of ${formatCount(Math.max(done, total))}`}</Text>
        </div>
        <ProgressBar progress={share} size="small" ariaLabelledBy={id} />
        <Text as="p" tone="subdued">
          You may leave this page and come back.
        </Text>
      </BlockStack>
    </Card>
  );
}

function progressOf({ status, planned, expected, states }: PayoutDetailWire) {
  const sum = (of: readonly string[]) =>
    states.filter((one) => of.includes(one.status)).reduce((count, one) => count + one.count, 0);
  if (status === "planning") {
    return { label: "Planning", done: planned.count, total: expected?.count ?? planned.count };
  }
  const label = status === "cancelling" ? "Taking back" : "Paid or ended";
  return { label, done: sum(endStates), total: planned.count };
}
