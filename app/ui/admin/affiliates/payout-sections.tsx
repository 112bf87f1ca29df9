import { BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type { PayoutDetailsAnswer, PayoutDetailsWire } from "#app/contracts/payout-details.ts";
import type { OwnPayoutWire } from "#app/contracts/portal.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatListDate, formatDateTime, formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useText } from "../../texts/use-text.ts";
import { paymentBadgeState } from "../payouts/payout-words.ts";

type DetailsProps = { readonly details: PayoutDetailsAnswer; readonly timeZone: string };

/** Masked payout details, and a change that waits. Only the affiliate can change them. */
export function PayoutDetailsCard({ details: { current, next, unconfirmed }, timeZone }: DetailsProps) {
  const t = useText("affiliates");
  const accountOf = ({ method, account }: PayoutDetailsWire) =>
    t("details.account", { method: methodNames[method], account });
  return (
    <Section title={t("details.title")}>
      {current ? (
        <BlockStack gap="100">
          <Text as="p">{accountOf(current)}</Text>
          <Text as="p" tone="subdued">
            {t("details.usedSince", { day: formatListDate(current.effectiveAt ?? "", timeZone) })}
          </Text>
        </BlockStack>
      ) : (
        <Text as="p">{t("details.none")}</Text>
      )}
      {next && (
        <Text as="p">
          {t("details.next", {
            account: accountOf(next),
            time: formatDateTime(next.effectiveAt ?? "", timeZone),
          })}
        </Text>
      )}
      {unconfirmed && (
        <Text as="p" tone="subdued">
          {t("details.unconfirmed", { account: accountOf(unconfirmed) })}
        </Text>
      )}
    </Section>
  );
}

type PayoutsProps = {
  readonly affiliate: { readonly id: string; readonly name: string };
  readonly payouts: readonly OwnPayoutWire[];
  readonly isPaused: boolean;
  readonly timeZone: string;
};

/** The newest payments to the affiliate, and a button that pauses further ones. */
export function PayoutsSection({ affiliate, payouts, isPaused, timeZone }: PayoutsProps) {
  const t = useText("affiliates");
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onPaused = useCallback(() => void addToast({ message: t("payouts.paused") }), [addToast, t]);
  const { fetcher, refusal, isBusy } = useIntent("pause-payouts", onPaused);
  const ask = () =>
    confirm({
      title: t("payouts.pauseTitle", { name: affiliate.name }),
      message: t("payouts.pauseMessage"),
      confirmLabel: t("payouts.pause"),
      note: { label: t("payouts.pauseReason"), missing: null },
      onConfirm: (note) => fetcher.submit({ intent: "pause-payouts", note }, { method: "post" }),
    });
  return (
    <Section title={t("payouts.title")}>
      <ErrorBanner message={refusal?.message} answer={refusal} />
      {payouts.length === 0 ? (
        <Text as="p">{t("payouts.none")}</Text>
      ) : (
        <PayoutTable payouts={payouts} timeZone={timeZone} />
      )}
      <InlineStack gap="400" blockAlign="center">
        {!isPaused && (
          <Button loading={isBusy} onClick={ask}>
            {t("payouts.pause")}
          </Button>
        )}
        <Link url={`/dashboard/affiliates/payouts/new?method=manual&affiliates=${affiliate.id}`}>
          {t("payouts.payManually")}
        </Link>
      </InlineStack>
    </Section>
  );
}

function PayoutTable({ payouts, timeZone }: Pick<PayoutsProps, "payouts" | "timeZone">) {
  const t = useText("affiliates");
  return (
    <ScrollBox label={t("payouts.title")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("payouts.payout")}</th>
            <th scope="col">{t("payouts.amount")}</th>
            <th scope="col">{t("payouts.status")}</th>
            <th scope="col">{t("payouts.method")}</th>
          </tr>
        </thead>
        <tbody>
          {payouts.map(({ id, plannedAt, amount, status, method }) => (
            <tr key={id}>
              <th scope="row" className="no-break">
                <Link url={`/dashboard/affiliates/payouts/payments/${id}`}>
                  {formatListDate(plannedAt, timeZone)}
                </Link>
              </th>
              <td className="no-break">{formatMoney(amount)}</td>
              <td>
                <StatusBadge of="payment" state={paymentBadgeState(status, method)} />
              </td>
              <td>{methodNames[method]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
