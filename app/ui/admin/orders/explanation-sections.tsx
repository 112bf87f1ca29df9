import { Banner, Link, List } from "@shopify/polaris";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { Section } from "../../shared/detail-page.tsx";
import { Arithmetic } from "../../shared/orders/arithmetic.tsx";
import { holdText } from "../../shared/orders/hold-text.ts";
import { Postings } from "../../shared/orders/postings.tsx";
import { RefundList } from "../../shared/orders/refund-list.tsx";
import { HandList } from "./hand-list.tsx";
import { OrderCommissions } from "./order-commissions.tsx";
import { testAmount } from "./test-amount.ts";
import { RuleList } from "./rule-list.tsx";
import { SignalList } from "./signal-list.tsx";

type Props = { explained: OrderExplanationWire; timeZone: string };

/** Why an order was credited or not, on its page and in the drawer: signals, rules, arithmetic, and what was posted. */
export function ExplanationSections({ explained, timeZone }: Props) {
  const { order, channel, renewal, signals, judgedBy, terms, ifCounted, commissions, refunds, postings } =
    explained;
  const { lines, totals, knownBefore } = ifCounted ?? explained;
  return (
    <>
      <ReasonBanner explained={explained} />
      <Section title="Who sent the shopper">
        {channel !== null && <p>Sales channel: {channel}</p>}
        {renewal !== null && <RenewalText {...renewal} />}
        <SignalList signals={signals} judgedBy={judgedBy} order={order} timeZone={timeZone} />
      </Section>
      <Section title="Which rule pays">
        <RuleList lines={lines} />
        {knownBefore.length > 0 && (
          <List>
            {knownBefore.map((one) => (
              <List.Item key={one.text}>
                {one.text} ({one.rule}).
              </List.Item>
            ))}
          </List>
        )}
      </Section>
      <Section title="How the commission came about">
        <Arithmetic caption={captionOf(terms, timeZone)} lines={lines.map(asPaid)} totals={totals} />
      </Section>
      {commissions.length > 0 && (
        <Section title="Commissions">
          <OrderCommissions commissions={commissions} timeZone={timeZone} />
        </Section>
      )}
      <Section title="Refunds">
        <RefundList refunds={refunds} timeZone={timeZone} />
      </Section>
      <Section title="Decisions and adjustments">
        <HandList {...explained} timeZone={timeZone} />
      </Section>
      <Section title="Ledger entries">
        <Postings postings={postings} timeZone={timeZone} />
      </Section>
    </>
  );
}

function RenewalText({ firstOrder }: NonNullable<OrderExplanationWire["renewal"]>) {
  return (
    <p>
      Subscription renewal.{" "}
      {firstOrder === null ? (
        "No first order was found."
      ) : (
        <Link url={`/dashboard/orders/${firstOrder}`}>View first order</Link>
      )}
    </p>
  );
}

function ReasonBanner({ explained: { order, ifCounted } }: Pick<Props, "explained">) {
  const { code, text } = ifCounted?.reason ?? order.reason;
  return (
    <Banner
      tone={ifCounted === null && code.startsWith("won-by-") ? "success" : "info"}
      {...(ifCounted && { title: `Test order: ${testAmount(ifCounted.totals.standing)}` })}
    >
      <p>{text}</p>
      {ifCounted?.unread && (
        <p>
          Rules about collections and tags don&apos;t apply here, because test orders don&apos;t load them.
        </p>
      )}
    </Banner>
  );
}

function captionOf(terms: OrderExplanationWire["terms"], timeZone: string): string {
  if (terms === null) return "No terms apply, so nothing is earned.";
  return `Under terms version ${terms.version}, ${holdText(terms, timeZone)}.`;
}

function asPaid({ rules, ...line }: OrderExplanationWire["lines"][number]) {
  return { ...line, rule: rules.find((rule) => rule.matched)?.name ?? null };
}
