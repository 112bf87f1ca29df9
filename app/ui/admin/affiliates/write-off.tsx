import { BlockStack, Button, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatMoney } from "../../shared/format.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

type Props = {
  readonly affiliate: Pick<AffiliateWire, "name" | "balances">;
  readonly entryId: string;
};

/** Each currency in which an affiliate owes the store, and the way to write it off. */
export function WriteOff({ affiliate, entryId }: Props) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onDone = useCallback(() => void addToast({ message: "Balance written off" }), [addToast]);
  const { fetcher, refusal, isBusy } = useIntent("write-off", onDone);
  const owed = affiliate.balances.filter(({ payable }) => payable.amount.startsWith("-"));
  if (owed.length === 0) return null;
  return (
    <BlockStack gap="200" inlineAlign="start">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      {owed.map(({ payable: { amount, currencyCode } }) => {
        const shown = formatMoney({ amount: amount.slice(1), currencyCode });
        const writeOff = () =>
          confirm({
            title: `Write off ${shown}?`,
            message: `${affiliate.name} no longer owes it. You can't undo this.`,
            confirmLabel: "Write off",
            destructive: true,
            note: { label: "Reason", missing: "Enter a reason" },
            onConfirm: (reason) =>
              fetcher.submit(
                { intent: "write-off", reason, currency: currencyCode, entryId },
                { method: "post" },
              ),
          });
        return (
          <BlockStack key={currencyCode} gap="200" inlineAlign="start">
            <Text as="p">{`Owes ${shown}. It's deducted from the next payout.`}</Text>
            <Button loading={isBusy} onClick={writeOff} accessibilityLabel={`Write off ${shown}`}>
              Write off
            </Button>
          </BlockStack>
        );
      })}
    </BlockStack>
  );
}
