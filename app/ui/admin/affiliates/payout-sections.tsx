import { Banner, BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import type { PayoutDetailsAnswer, PayoutDetailsWire } from "#app/contracts/payout-details.ts";
import type { PayoutPauseWire } from "#app/contracts/payout.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { FactList, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatDateTime, formatMoney } from "../../shared/format.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

type Props = {
  /** Name of the affiliate. */
  readonly name: string;
  readonly details: PayoutDetailsAnswer;
  readonly timeZone: string;
};

/** Masked payout details, and a change that waits. Only the affiliate can change them. */
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

/** End of the waiting period of new details, and the button that ends it now. */
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

type PayoutPauseSectionProps = {
  affiliate: { readonly id: string; readonly name: string };
  pause: PayoutPauseWire;
  timeZone: string;
};

/** Shows if the affiliate's payouts are paused, with a button that pauses or resumes them. */
export function PayoutPauseSection({ affiliate, pause, timeZone }: PayoutPauseSectionProps) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onPaused = useCallback(() => void addToast({ message: "Payouts on hold" }), [addToast]);
  const onResumed = useCallback(() => void addToast({ message: "Hold lifted" }), [addToast]);
  const pausing = useIntent("pause-payouts", onPaused);
  const resuming = useIntent("resume-payouts", onResumed);
  const refusal = pausing.refusal ?? resuming.refusal;

  const ask = () =>
    confirm({
      title: `Put payouts of ${affiliate.name} on hold?`,
      message: "They are left out of every payout until somebody lifts it. What is planned already is paid.",
      confirmLabel: "Put on hold",
      note: { label: "Why", missing: null },
      onConfirm: (note) => pausing.fetcher.submit({ intent: "pause-payouts", note }, { method: "post" }),
    });

  return (
    <Section title="Payouts">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      {pause.paused ? (
        <Text as="p">
          {`On hold since ${pause.since === null ? "" : formatDateTime(pause.since, timeZone)}, by ${pause.by ?? ""}`}
          {pause.note !== "" && `: ${pause.note}`}
        </Text>
      ) : (
        <Text as="p">Paid with the next payout, where nothing else stands against it.</Text>
      )}
      <InlineStack gap="400" blockAlign="center">
        {pause.paused ? (
          <Button
            loading={resuming.isBusy}
            onClick={() => resuming.fetcher.submit({ intent: "resume-payouts" }, { method: "post" })}
          >
            Lift the hold
          </Button>
        ) : (
          <Button loading={pausing.isBusy} onClick={ask}>
            Put on hold
          </Button>
        )}
        <Link url={`/dashboard/affiliates/payouts/new?method=manual&affiliates=${affiliate.id}`}>
          Pay manually
        </Link>
      </InlineStack>
    </Section>
  );
}

type WriteOffProps = {
  readonly affiliate: Pick<AffiliateWire, "name" | "balances">;
  readonly entryId: string;
};

/** Debts of the affiliate, one per currency, each with a button to write it off. */
export function WriteOff({ affiliate, entryId }: WriteOffProps) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onDone = useCallback(() => void addToast({ message: "Balance written off" }), [addToast]);
  const { fetcher, refusal, isBusy } = useIntent("write-off", onDone);
  const owed = affiliate.balances.filter(({ available }) => available.amount.startsWith("-"));
  if (owed.length === 0) return null;
  return (
    <BlockStack gap="200" inlineAlign="start">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      {owed.map(({ available: { amount, currencyCode } }) => {
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
