import { Banner, BlockStack, Button, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type { PayoutDetailsAnswer, PayoutDetailsWire } from "#app/contracts/payout-details.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { FactList, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatDateTime } from "../../shared/format.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

type Props = {
  /** The affiliate's. */
  readonly name: string;
  readonly details: PayoutDetailsAnswer;
  readonly timeZone: string;
};

/** Where an affiliate is paid, in part only, and a change that waits. Nobody at the store can change it. */
export function PayoutDetailsCard({ name, details, timeZone }: Props) {
  const { current, next, unconfirmed } = details;
  return (
    <Section title="Payout details">
      {next && <WaitingDetails name={name} next={next} timeZone={timeZone} />}
      {current ? (
        <FactList
          facts={[
            { term: "Paid by", description: methodNames[current.method] },
            { term: "To", description: current.account },
            { term: "Since", description: formatDateTime(current.effectiveAt ?? "", timeZone) },
          ]}
        />
      ) : (
        <Text as="p">No payout details. Only manual payments are possible.</Text>
      )}
      {unconfirmed && (
        <BlockStack gap="100">
          <Text as="p" tone="subdued">
            {`Entered, not confirmed by mail yet: ${accountText(unconfirmed)}`}
          </Text>
        </BlockStack>
      )}
    </Section>
  );
}

type WaitingProps = { readonly name: string; readonly next: PayoutDetailsWire; readonly timeZone: string };

/** Until when new details wait, and the way to end that early. */
function WaitingDetails({ name, next, timeZone }: WaitingProps) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onDone = useCallback(() => void addToast({ message: "New details in use" }), [addToast]);
  const { fetcher, refusal, isBusy } = useIntent("use-details", onDone);
  const ask = () =>
    confirm({
      title: "Use new details now?",
      message: `Only do this if ${name} confirmed the change with you.`,
      confirmLabel: "Use now",
      onConfirm: () => fetcher.submit({ intent: "use-details", details: next.id }, { method: "post" }),
    });
  return (
    <>
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <Banner tone="warning">
        <BlockStack gap="200" inlineAlign="start">
          <p>{`New payout details can be used from ${formatDateTime(next.effectiveAt ?? "", timeZone)}.`}</p>
          <p>{accountText(next)}</p>
          <Button loading={isBusy} onClick={ask}>
            Use now
          </Button>
        </BlockStack>
      </Banner>
    </>
  );
}

function accountText({ method, account }: PayoutDetailsWire): string {
  return `${methodNames[method]}, ${account}`;
}
