import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Link, Text, useBreakpoints } from "@shopify/polaris";
import type { PayoutPreviewWire } from "#app/contracts/payout.ts";
import { findDecimal, toDecimal } from "#app/domain/money.ts";
import { isMethodBlock } from "#app/domain/payouts/eligible.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import { formatDateTime, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { useListParams } from "../../shared/list/use-list-params.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { AllowStoreCredit } from "./allow-store-credit.tsx";
import { payoutText as t } from "./payout-text.ts";
import { peopleText } from "./payout-words.ts";
import { stepsUrl } from "./use-payout-step.ts";

type PreviewRow = PayoutPreviewWire["affiliates"][number];
type PreviewCurrency = PayoutPreviewWire["currencies"][number];
type Props = {
  readonly currencies: readonly PreviewCurrency[];
  /** First affiliates with a fixable reason. Those whose method is blocked are in the list of the payable ones. */
  readonly fixable: readonly PreviewRow[];
  readonly minimum: MoneyOnWire;
  readonly timeZone: string;
};

/** Affiliates who cannot be paid yet, each with a fix, and counts of the other reasons. */
export function PayBlockers({ currencies, fixable, minimum, timeZone }: Props) {
  const others = currencies.flatMap(({ currency, notPaid }) =>
    notPaid
      .filter(({ reason }) => !isMethodBlock(reason))
      .map((one) => ({ ...one, key: `${currency} ${one.reason}` })),
  );
  if (others.length === 0) return null;
  const count = others.reduce((sum, one) => sum + one.count, 0);
  const shownOf = ({ reason, available }: (typeof others)[number]) =>
    fixable.filter((row) => row.reason === reason && row.available.currencyCode === available.currencyCode);
  return (
    <Section title={blockedTitle(count, blockedSum(currencies))}>
      <BlockStack gap="300">
        {fixable.map((row) => (
          <BlockerRow
            key={`${row.affiliate.id} ${row.available.currencyCode}`}
            row={row}
            timeZone={timeZone}
          />
        ))}
        <ReasonCounts reasons={others.filter((one) => shownOf(one).length < one.count)} minimum={minimum} />
      </BlockStack>
    </Section>
  );
}

function blockedTitle(count: number, amount: string): string {
  return amount === "" ? t("pay.blockedCount", { count }) : t("pay.blocked", { count, amount });
}

/** "$46.50 + €3.00": balances that can't be paid yet, without debts. */
function blockedSum(currencies: readonly PreviewCurrency[]): string {
  const sums = currencies.flatMap(({ currency, notPaid }) => {
    const minor = notPaid
      .filter(({ reason }) => reason !== "negative" && !isMethodBlock(reason))
      .reduce((sum, { available }) => sum + (findDecimal(available.amount, currency)?.minor ?? 0n), 0n);
    return minor > 0n ? formatMoney({ amount: toDecimal({ minor, currency }), currencyCode: currency }) : [];
  });
  return sums.join(" + ");
}

function ReasonCounts({
  reasons,
  minimum,
}: {
  readonly reasons: readonly (PreviewCurrency["notPaid"][number] & { readonly key: string })[];
  readonly minimum: MoneyOnWire;
}) {
  const { hrefOf } = useListParams();
  return (
    <BlockStack gap="100">
      {reasons.map(({ key, reason, text, count, available }) => (
        <Text as="p" key={key} tone="subdued">
          {reason === "below_minimum" ? (
            belowMinimum(peopleText(count), available.currencyCode, minimum)
          ) : (
            <>
              <Link url={hrefOf({ status: reason })}>{text}</Link>
              {t("pay.reasonSum", { affiliates: peopleText(count), amount: formatMoney(available) })}
            </>
          )}
        </Text>
      ))}
    </BlockStack>
  );
}

/** The page knows the minimum of one currency only. */
function belowMinimum(affiliates: string, currency: string, minimum: MoneyOnWire): string {
  return currency === minimum.currencyCode
    ? t("pay.belowMinimum", { affiliates, amount: formatMoney(minimum) })
    : t("pay.belowMinimumIn", { affiliates, currency });
}

function BlockerRow({ row, timeZone }: { readonly row: PreviewRow; readonly timeZone: string }) {
  const { smDown } = useBreakpoints();
  const { affiliate, available, reason, text, usableFrom } = row;
  const why =
    reason === "details_wait" && usableFrom !== null
      ? t("pay.newDetails", { date: formatDateTime(usableFrom, timeZone) })
      : text;
  const about = (
    <BlockStack gap="050">
      <InlineStack gap="200" align="start">
        <Link url={`/dashboard/affiliates/${affiliate.id}`}>{affiliate.name}</Link>
        <Text as="span">{formatMoney(available)}</Text>
      </InlineStack>
      <Text as="span" tone="subdued">
        {why}
      </Text>
    </BlockStack>
  );
  // On a phone the button is as wide as the row.
  if (smDown) {
    return (
      <BlockStack gap="200">
        {about}
        <FixButton row={row} />
      </BlockStack>
    );
  }
  return (
    <InlineStack gap="300" align="space-between" blockAlign="center">
      {about}
      <FixButton row={row} />
    </InlineStack>
  );
}

export function FixButton({ row: { affiliate, reason } }: { readonly row: PreviewRow }) {
  const { id, name } = affiliate;
  const page = `/dashboard/affiliates/${id}`;
  switch (reason) {
    case "no_details":
      return (
        <EmailButton
          intent="askDetails"
          affiliate={affiliate}
          label={t("pay.askLabel", { name })}
          text={t("pay.ask")}
          done={t("pay.asked")}
        />
      );
    case "no_customer":
      return (
        <EmailButton
          intent="emailMissingCustomer"
          affiliate={affiliate}
          label={t("pay.emailLabel", { name })}
          text={t("pay.email", { name })}
          done={t("pay.emailed")}
        />
      );
    case "paypal_not_connected":
      return (
        <Button size="slim" url="/dashboard/settings/payouts#paypal">
          {t("pay.connectPaypal")}
        </Button>
      );
    case "credit_not_allowed":
      return <AllowStoreCredit size="slim" />;
    case "details_wait":
      return (
        <Button size="slim" url={page} accessibilityLabel={t("pay.useNowLabel", { name })}>
          {t("pay.useNow")}
        </Button>
      );
    case null:
    case "negative":
    case "nothing_payable":
    case "being_paid":
    case "not_active":
    case "another_method":
    case "not_in_currency":
    case "below_minimum":
    case "on_hold":
    default:
      return (
        <Button size="slim" url={page} accessibilityLabel={t("pay.openLabel", { name })}>
          {t("pay.open")}
        </Button>
      );
  }
}

type EmailButtonProps = {
  readonly intent: "askDetails" | "emailMissingCustomer";
  readonly affiliate: PreviewRow["affiliate"];
  readonly label: string;
  readonly text: string;
  /** The button's text once the email was sent. */
  readonly done: string;
};

function EmailButton({ intent, affiliate, label, text, done }: EmailButtonProps) {
  const fetcher = useFetcher<FormAnswer<{ readonly text: string }>>();
  useAnswerToast<FormAnswer<{ readonly text: string }>>(fetcher.data, (sent) => sent.text);
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  const send = () =>
    fetcher.submit({ intent, affiliate: affiliate.id }, { method: "post", action: stepsUrl });
  return (
    <BlockStack gap="100">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <Button
        size="slim"
        loading={fetcher.state !== "idle"}
        disabled={fetcher.data?.ok === true}
        accessibilityLabel={label}
        onClick={send}
      >
        {fetcher.data?.ok === true ? done : text}
      </Button>
    </BlockStack>
  );
}
