import { useCallback } from "react";
import { Button, InlineStack, Link, Text } from "@shopify/polaris";
import type { PayoutHoldWire } from "#app/contracts/payout.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatDateTime } from "../../shared/format.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

type Props = {
  affiliate: { readonly id: string; readonly name: string };
  hold: PayoutHoldWire;
  timeZone: string;
};

/** On an affiliate's page: whether they are left out of payouts, and the way to change that. */
export function PayoutHoldSection({ affiliate, hold, timeZone }: Props) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onHeld = useCallback(() => void addToast({ message: "Payouts on hold" }), [addToast]);
  const onLifted = useCallback(() => void addToast({ message: "Hold lifted" }), [addToast]);
  const holding = useIntent("hold-payouts", onHeld);
  const lifting = useIntent("lift-payouts", onLifted);
  const refusal = holding.refusal ?? lifting.refusal;

  const ask = () =>
    confirm({
      title: `Put payouts of ${affiliate.name} on hold?`,
      message: "They are left out of every payout until somebody lifts it. What is planned already is paid.",
      confirmLabel: "Put on hold",
      note: { label: "Why", missing: null },
      onConfirm: (note) => holding.fetcher.submit({ intent: "hold-payouts", note }, { method: "post" }),
    });

  return (
    <Section title="Payouts">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      {hold.held ? (
        <Text as="p">
          {`On hold since ${hold.since === null ? "" : formatDateTime(hold.since, timeZone)}, by ${hold.by ?? ""}`}
          {hold.note !== "" && `: ${hold.note}`}
        </Text>
      ) : (
        <Text as="p">Paid with the next payout, where nothing else stands against it.</Text>
      )}
      <InlineStack gap="400" blockAlign="center">
        {hold.held ? (
          <Button
            loading={lifting.isBusy}
            onClick={() => lifting.fetcher.submit({ intent: "lift-payouts" }, { method: "post" })}
          >
            Lift the hold
          </Button>
        ) : (
          <Button loading={holding.isBusy} onClick={ask}>
            Put on hold
          </Button>
        )}
        <Link url={`/dashboard/affiliates/payouts/new?method=outside&affiliates=${affiliate.id}`}>
          Pay manually
        </Link>
      </InlineStack>
    </Section>
  );
}
