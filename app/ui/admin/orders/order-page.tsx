import { Button, Link } from "@shopify/polaris";
import type { FinancialStatus } from "#app/domain/order.ts";
import { useState } from "react";
import type { ClaimWire } from "#app/contracts/claim.ts";
import type { FlagWire } from "#app/contracts/flag.ts";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { parseDecimal, sumMoney, toDecimal } from "#app/domain/money.ts";
import { commissions } from "#app/i18n/en/admin/commissions.ts";
import { orders } from "#app/i18n/en/admin/orders.ts";
import { DetailPage, type Fact, FactList, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatListDate, formatListTime, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { StatusStrip } from "../../shared/status-strip.tsx";
import { merchantText, provideTexts } from "../../texts/use-text.ts";
import { ClaimList, useDecideClaim } from "../attribution/claim-list.tsx";
import { ClaimOutcome } from "../attribution/claims-page.tsx";
import { ChangeAffiliate } from "../commissions/change-affiliate.tsx";
import { debtWarning } from "../commissions/entry-cells.tsx";
import { FlagList } from "../fraud/flag-list.tsx";
import { ExplanationSections } from "./explanation-sections.tsx";

provideTexts({ commissions, orders });
const t = merchantText("orders");

type Props = {
  explained: OrderExplanationWire;
  claims: readonly ClaimWire[];
  flags: readonly FlagWire[];
  /** Programs to choose from if the order is not credited. */
  programs: readonly { readonly id: string; readonly name: string }[];
  /** Debt of the credited affiliate if the order went to another; null without one. */
  wouldOwe: MoneyOnWire | null;
  /** The order in Shopify's admin. */
  shopifyUrl: string;
  timeZone: string;
};

/** Page of an order: who is credited and why, its commission, and how it came about. */
export function OrderPage({ explained, claims, flags, programs, wouldOwe, shopifyUrl, timeZone }: Props) {
  const [isChanging, setChanging] = useState(false);
  const { order } = explained;
  const { affiliate } = order;
  const action = affiliate ? t("page.change") : t("page.credit");
  const change = { content: action, onAction: () => setChanging(true) };
  return (
    <DetailPage
      title={order.name}
      back={{ content: t("list.title"), url: "/dashboard/orders" }}
      secondaryActions={[{ content: t("page.shopify"), url: shopifyUrl, external: true }]}
      moreActions={affiliate && !order.test ? [change] : []}
      aside={
        <>
          <Section title={t("page.creditedTo")}>
            <FactList facts={creditFacts(explained, timeZone)} />
          </Section>
          <Section title={t("page.order")}>
            <FactList facts={orderFacts(explained, timeZone)} />
          </Section>
        </>
      }
    >
      <StatusStrip
        badge={<StatusBadge of="order" state={order.status} />}
        text={order.reason.text}
        date={formatListDate(order.placedAt, timeZone)}
        action={!affiliate && !order.test && <Button onClick={change.onAction}>{change.content}</Button>}
      />
      <ExplanationSections explained={explained} timeZone={timeZone} />
      <FlagList flags={flags} />
      <OrderClaims claims={claims} />
      {!order.test && (
        <ChangeAffiliate
          key={affiliate?.id ?? "nobody"}
          isOpen={isChanging}
          onClose={() => setChanging(false)}
          from={affiliate && { name: affiliate.name, loses: order.ownCommission }}
          programs={programs}
          warning={debtWarning(affiliate?.name ?? "", wouldOwe, merchantText("commissions"))}
        />
      )}
    </DetailPage>
  );
}

function creditFacts({ order, terms }: OrderExplanationWire, timeZone: string): Fact[] {
  const { affiliate, program } = order;
  if (affiliate === null) return [{ term: t("page.affiliate"), description: t("page.nobody") }];
  const facts: Fact[] = [
    {
      term: t("page.affiliate"),
      description: <Link url={`/dashboard/affiliates/${affiliate.id}`}>{affiliate.name}</Link>,
    },
  ];
  if (program !== null) {
    facts.push({
      term: t("page.program"),
      description: <Link url={`/dashboard/programs/${program.id}`}>{program.name}</Link>,
    });
  }
  if (terms !== null) {
    const date = formatListDate(terms.since, timeZone);
    facts.push({ term: t("page.terms"), description: t("page.termsOf", { date }) });
  }
  return facts;
}

function orderFacts({ order, refunds, ifCounted }: OrderExplanationWire, timeZone: string): Fact[] {
  const { currencyCode } = order.revenue;
  const amounts = refunds
    .filter((one) => one.status === "success")
    .map(({ amount }) => parseDecimal(amount.amount, amount.currencyCode));
  const refunded = { amount: toDecimal(sumMoney(amounts, currencyCode)), currencyCode };
  const facts: Fact[] = [
    { term: t("page.payment"), description: t(`page.payments.${order.paymentStatus as FinancialStatus}`) },
    { term: t("page.netSales"), description: formatMoney(order.revenue) },
    { term: t("page.refunded"), description: formatMoney(refunded) },
  ];
  if (ifCounted) {
    const amount = formatMoney(ifCounted.totals.current);
    facts.push({ term: t("page.testOrder"), description: t("page.testAmount", { amount }) });
  }
  if (order.cancelledAt !== null) {
    facts.push({ term: t("page.canceled"), description: formatListTime(order.cancelledAt, timeZone) });
  }
  if (order.customerErasedAt !== undefined) {
    const date = formatListTime(order.customerErasedAt, timeZone);
    facts.push({ term: t("page.customer"), description: t("page.erased", { date }) });
  }
  return facts;
}

/** Claims to an order. Renders nothing if there are none. */
function OrderClaims({ claims }: { claims: readonly ClaimWire[] }) {
  const { ask, refusal, decided, isBusy } = useDecideClaim();
  if (claims.length === 0) return null;
  return (
    <Section title={t("page.claims")}>
      <ErrorBanner message={refusal?.message} answer={refusal} />
      {decided && <ClaimOutcome {...decided} />}
      <ClaimList claims={claims} isBusy={isBusy} onDecide={ask} />
    </Section>
  );
}
