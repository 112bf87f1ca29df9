import { Banner, Link, Text } from "@shopify/polaris";
import type { OrderExplanationWire, OrderWire } from "#app/contracts/order.ts";
import { DetailPage, FactList, Section, type Fact } from "../../shared/detail-page.tsx";
import { formatDateTime, formatMoney } from "../../shared/format.ts";
import { statusLabel } from "../../shared/status-badge.tsx";
import { Arithmetic } from "./arithmetic.tsx";
import { Postings } from "./postings.tsx";
import { SignalList } from "./signal-list.tsx";

type Props = { explained: OrderExplanationWire; timeZone: string };

/** One order: who was credited and why, how each cent came about, and everything that was posted. */
export function OrderPage({ explained, timeZone }: Props) {
  const { order, signals, terms, postings } = explained;
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
            <FactList facts={orderFacts(order, timeZone)} />
          </Section>
        </>
      }
    >
      <Banner tone={order.reason.code.startsWith("won-by-") ? "success" : "info"}>
        <p>{order.reason.text}</p>
      </Banner>
      <Section title="Who sent the shopper">
        <SignalList signals={signals} order={order} terms={terms} timeZone={timeZone} />
      </Section>
      <Section title="How the commission came about">
        <Arithmetic explained={explained} />
      </Section>
      <Section title="Refunds">
        <Refunds explained={explained} timeZone={timeZone} />
      </Section>
      <Section title="Postings in the ledger">
        <Postings postings={postings} timeZone={timeZone} />
      </Section>
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
    facts.push({ term: "Terms", description: `Version ${program.version}${terms ? `: ${terms.text}` : ""}` });
  }
  return facts;
}

function orderFacts(order: OrderWire, timeZone: string): Fact[] {
  const facts: Fact[] = [
    { term: "Payment", description: statusLabel(order.paymentStatus) },
    { term: "Net sales", description: formatMoney(order.revenue) },
    { term: "Commission", description: formatMoney(order.commission) },
  ];
  if (order.test) facts.push({ term: "Test order", description: "Never earns" });
  if (order.cancelledAt !== null) {
    facts.push({ term: "Cancelled", description: formatDateTime(order.cancelledAt, timeZone) });
  }
  return facts;
}

function Refunds({
  explained: { refunds },
  timeZone,
}: {
  explained: OrderExplanationWire;
  timeZone: string;
}) {
  if (refunds.length === 0) return <Text as="p">Nothing was refunded.</Text>;
  return (
    <ul className="history-list">
      {refunds.map((refund) => (
        <li key={refund.id}>
          {formatMoney(refund.amount)} on{" "}
          <time dateTime={refund.at}>{formatDateTime(refund.at, timeZone)}</time>
          {refund.status !== "success" && ` (${refund.status})`}
        </li>
      ))}
    </ul>
  );
}
