import { Link } from "@shopify/polaris";
import type { ClaimWire } from "#app/contracts/claim.ts";
import type { FlagWire } from "#app/contracts/flag.ts";
import type { OrderExplanationWire, OrderWire } from "#app/contracts/order.ts";
import { DetailPage, type Fact, FactList, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatDateTime, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { statusLabel } from "../../shared/status-badge.tsx";
import { ClaimList, useDecideClaim } from "../attribution/claim-list.tsx";
import { ClaimOutcome } from "../attribution/claims-page.tsx";
import { debtWarning } from "../commissions/entry-cells.tsx";
import { ReassignForm } from "../commissions/reassign-form.tsx";
import { FlagList } from "../fraud/flag-list.tsx";
import { ExplanationSections } from "./explanation-sections.tsx";
import { testAmount } from "./test-amount.ts";

type Props = {
  explained: OrderExplanationWire;
  claims: readonly ClaimWire[];
  flags: readonly FlagWire[];
  /** Programs to choose from if the order is not credited. */
  programs: readonly { readonly id: string; readonly name: string }[];
  /** Debt of the credited affiliate if the order went to another; null without one. */
  wouldOwe: MoneyOnWire | null;
  timeZone: string;
};

/** Page of an order: credit with its reason, calculation and postings. */
export function OrderPage({ explained, claims, flags, programs, wouldOwe, timeZone }: Props) {
  const { order, terms } = explained;
  return (
    <DetailPage
      title={order.name}
      subtitle={formatDateTime(order.placedAt, timeZone)}
      status={order.status}
      back={{ content: "Orders", url: "/dashboard/orders" }}
      aside={
        <>
          <Section title="Credited to">
            <FactList facts={creditFacts(order, terms)} />
          </Section>
          <Section title="Order">
            <FactList facts={orderFacts(explained, timeZone)} />
          </Section>
        </>
      }
    >
      <ExplanationSections explained={explained} timeZone={timeZone} />
      <FlagList flags={flags} />
      <OrderClaims claims={claims} />
      {!order.test && (
        <Section title={order.affiliate ? "Give the credit to another affiliate" : "Give the credit"}>
          <ReassignForm
            key={order.affiliate?.id ?? "nobody"}
            from={order.affiliate?.name ?? null}
            programs={programs}
            warning={debtWarning(order.affiliate?.name ?? "", wouldOwe)}
          />
        </Section>
      )}
    </DetailPage>
  );
}

function creditFacts({ affiliate, program }: OrderWire, terms: OrderExplanationWire["terms"]): Fact[] {
  if (affiliate === null) return [{ term: "Affiliate", description: "Nobody" }];
  const facts: Fact[] = [
    {
      term: "Affiliate",
      description: <Link url={`/dashboard/affiliates/${affiliate.id}`}>{affiliate.name}</Link>,
    },
  ];
  if (program !== null) {
    facts.push({
      term: "Program",
      description: <Link url={`/dashboard/programs/${program.id}`}>{program.name}</Link>,
    });
    facts.push({ term: "Terms", description: termsText(program.version, terms) });
  }
  return facts;
}

function termsText(version: number, terms: OrderExplanationWire["terms"]): string {
  if (terms === null) return `Version ${version}`;
  const rules = terms.rules.length;
  const before = rules === 0 ? "" : `, ${rules === 1 ? "1 rule" : `${rules} rules`} before it`;
  return `Version ${version}: ${terms.text}${before}`;
}

function orderFacts({ order, ifCounted }: OrderExplanationWire, timeZone: string): Fact[] {
  const facts: Fact[] = [
    { term: "Payment", description: statusLabel(order.paymentStatus) },
    { term: "Net sales", description: formatMoney(order.revenue) },
    { term: "Commission", description: formatMoney(order.commission) },
  ];
  if (ifCounted) facts.push({ term: "Test order", description: testAmount(ifCounted.totals.current) });
  if (order.cancelledAt !== null) {
    facts.push({ term: "Cancelled", description: formatDateTime(order.cancelledAt, timeZone) });
  }
  if (order.customerErasedAt !== undefined) {
    const at = formatDateTime(order.customerErasedAt, timeZone);
    facts.push({ term: "Customer", description: `Erased ${at}` });
  }
  return facts;
}

/** Claims to an order. Renders nothing if there are none. */
function OrderClaims({ claims }: { claims: readonly ClaimWire[] }) {
  const { ask, refusal, decided, isBusy } = useDecideClaim();
  if (claims.length === 0) return null;
  return (
    <Section title="Claims">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      {decided && <ClaimOutcome {...decided} />}
      <ClaimList claims={claims} isBusy={isBusy} onDecide={ask} />
    </Section>
  );
}
