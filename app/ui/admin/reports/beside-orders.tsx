import { BlockStack, Link, Text } from "@shopify/polaris";
import type { BesideOrdersWire } from "#app/contracts/beside-orders.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import { formatMoney } from "../../shared/format.ts";

/** Of which days and whose; an affiliate or a program of which nothing is said is anybody's. */
type Of = {
  readonly days: DaySpan;
  readonly affiliate?: string | null | undefined;
  readonly program?: string | null | undefined;
};

type Props = { readonly beside: BesideOrdersWire; readonly of: Of };
type Sums = NonNullable<BesideOrdersWire>[number];
type Kind = "bonuses" | "manual" | "adjustments";

const labels: Record<Kind, string> = {
  bonuses: "Bonuses",
  manual: "Added by hand",
  adjustments: "Adjusted by hand",
};

/** What else the books have as earned on these days, so that nobody looks for it in the figures of orders. */
export function BesideOrders({ beside, of }: Props) {
  if (beside === null || beside.length === 0) return <WhatCommissionIs beside={beside} />;
  return (
    <BlockStack gap="200">
      <WhatCommissionIs beside={beside} />
      {beside.map((sums) => (
        <section key={sums.currencyCode} aria-label={`Beside orders in ${sums.currencyCode}`}>
          <dl className="report-totals">
            {(["bonuses", "manual", "adjustments"] as const).map((kind) => (
              <Sum key={kind} sums={sums} kind={kind} of={of} />
            ))}
          </dl>
        </section>
      ))}
    </BlockStack>
  );
}

function WhatCommissionIs({ beside }: Pick<Props, "beside">) {
  return (
    <Text as="p" tone="subdued">
      {`Commission is what orders earned. ${restOf(beside)}`}
    </Text>
  );
}

function restOf(beside: BesideOrdersWire): string {
  if (beside === null) return "Bonuses and amounts given by hand belong to none, and are not narrowed.";
  if (beside.length === 0) return "No bonus was reached on these days, and nothing was given by hand.";
  return "With what stands here it is what the books have as earned on these days.";
}

function Sum({ sums, kind, of }: { readonly sums: Sums; readonly kind: Kind; readonly of: Of }) {
  const money = sums[kind];
  if (money === null) return null;
  const text = formatMoney(money);
  return (
    <div>
      <dt>{labels[kind]}</dt>
      <dd data-beside-orders={`${kind} ${sums.currencyCode}`}>
        <Link
          url={besideUrl(kind, sums.currencyCode, of)}
          removeUnderline
          accessibilityLabel={`${labels[kind]} in ${sums.currencyCode}: ${text}`}
        >
          {text}
        </Link>
      </dd>
    </div>
  );
}

/** The list that a sum is made of; adjustments are told by the ledger, which has each as a transfer. */
export function besideUrl(
  kind: Kind,
  currency: string,
  { days: { from, to }, affiliate, program }: Of,
): string {
  const whose = { ...(affiliate && { affiliate }), ...(program && { program }) };
  if (kind === "adjustments") {
    const query = { code: "adjusted", currency, since: from, until: to, ...whose };
    return `/dashboard/proof/transfers?${new URLSearchParams(query).toString()}`;
  }
  const query = { kind: kind === "bonuses" ? "bonus" : "manual", currency, from, to, ...whose };
  return `/dashboard/affiliates/commissions?${new URLSearchParams(query).toString()}`;
}
