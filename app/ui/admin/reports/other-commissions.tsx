import { BlockStack, Link, Text } from "@shopify/polaris";
import type { OtherCommissionsWire } from "#app/contracts/dashboard.ts";
import { type OtherCommissionKind, otherCommissionKinds } from "#app/domain/report.ts";
import { toDecimal } from "#app/domain/money.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import { formatMoney } from "../../shared/format.ts";
import { useText } from "../../texts/use-text.ts";
import { movedText } from "./moved-text.ts";

/** Days, affiliate and program. An omitted affiliate or program means all. */
type CommissionScope = {
  readonly days: DaySpan;
  readonly affiliate?: string | null | undefined;
  readonly program?: string | null | undefined;
};

type Props = {
  readonly commissions: OtherCommissionsWire;
  /** Values of the comparison period. */
  readonly before?: OtherCommissionsWire;
  readonly of: CommissionScope;
  /**
   * Currencies of the figures above. Each gets a line, even without amounts, so that nothing jumps when the
   * days change.
   */
  readonly currencies: readonly string[];
};
type CommissionSums = NonNullable<OtherCommissionsWire>[number];

/**
 * Earnings of these days that belong to no order: bonuses and manual commissions. They explain the difference
 * to the figures of orders.
 */
export function OtherCommissions({ commissions, before, of, currencies }: Props) {
  const t = useText("otherCommissions");
  if (commissions === null) return <CommissionNote commissions={null} />;
  const named = new Set(commissions.map((sums) => sums.currencyCode));
  const others = [...new Set(currencies)].filter((one) => !named.has(one));
  return (
    <BlockStack gap="200">
      <CommissionNote commissions={commissions} />
      {[...commissions, ...others.map((one) => nothingIn(one, of))].map((sums) => (
        <section key={sums.currencyCode} aria-label={t("others.region", { currency: sums.currencyCode })}>
          <dl className="report-sums">
            {otherCommissionKinds.map((kind) => (
              <CommissionSum
                key={kind}
                sums={sums}
                before={before ? sumsIn(before, sums.currencyCode, of) : null}
                kind={kind}
                of={of}
              />
            ))}
          </dl>
        </section>
      ))}
    </BlockStack>
  );
}

const sumsIn = (
  commissions: readonly CommissionSums[],
  currency: string,
  of: CommissionScope,
): CommissionSums =>
  commissions.find(({ currencyCode }) => currencyCode === currency) ?? nothingIn(currency, of);

/** Adjustments belong to no program, so they are hidden when filtered by one. */
function nothingIn(currencyCode: string, { program }: CommissionScope): CommissionSums {
  const none = { amount: toDecimal({ minor: 0n, currency: currencyCode }), currencyCode };
  const isOfNoProgram = program === undefined || program === null;
  return { currencyCode, bonuses: none, manual: none, adjustments: isOfNoProgram ? none : null };
}

function CommissionNote({ commissions }: Pick<Props, "commissions">) {
  const t = useText("otherCommissions");
  return (
    <Text as="p" tone="subdued">
      {commissions === null ? t("others.hidden") : t(commissions.length > 0 ? "others.some" : "others.none")}
    </Text>
  );
}

type SumProps = {
  readonly sums: CommissionSums;
  readonly before: CommissionSums | null;
  readonly kind: OtherCommissionKind;
  readonly of: CommissionScope;
};

function CommissionSum({ sums, before, kind, of }: SumProps) {
  const money = sums[kind];
  const t = useText("otherCommissions");
  if (money === null) return null;
  const text = formatMoney(money);
  return (
    <div>
      <dt>{t(`kinds.${kind}`)}</dt>
      <dd data-other-commissions={`${kind} ${sums.currencyCode}`}>
        <Link
          url={otherCommissionUrl(kind, sums.currencyCode, of)}
          removeUnderline
          accessibilityLabel={t("others.sum", {
            kind: t(`kinds.${kind}`),
            currency: sums.currencyCode,
            amount: text,
          })}
        >
          {text}
        </Link>
        {before && (
          <Text as="p" variant="bodySm" tone="subdued">
            {movedText({ commission: money }, { commission: before[kind] }, "commission")}
          </Text>
        )}
      </dd>
    </div>
  );
}

/** URL of the rows of a sum. Adjustments are ledger entries. */
export function otherCommissionUrl(
  kind: OtherCommissionKind,
  currency: string,
  { days: { from, to }, affiliate, program }: CommissionScope,
): string {
  const whose = { ...(affiliate && { affiliate }), ...(program && { program }) };
  if (kind === "adjustments") {
    const query = { code: "adjusted", currency, since: from, until: to, ...whose };
    return `/dashboard/settings/ledger/transfers?${new URLSearchParams(query).toString()}`;
  }
  const query = { kind: kind === "bonuses" ? "bonus" : "manual", currency, from, to, ...whose };
  return `/dashboard/affiliates/commissions?${new URLSearchParams(query).toString()}`;
}
