import { Link, Text } from "@shopify/polaris";
import type { OwnPayoutLineWire } from "#app/contracts/own-payout.ts";
import { Section } from "../shared/detail-page.tsx";
import { formatCount, formatMoney } from "../shared/format.ts";
import { useText } from "../texts/use-text.ts";

type Props = { readonly lines: readonly OwnPayoutLineWire[]; readonly count: number };

/** The commissions and deductions of a payout. */
export function OwnPayoutLines({ lines, count }: Props) {
  const t = useText("home");
  if (lines.length === 0) return null;
  return (
    <Section title={t("covers.title")}>
      <ul className="portal-lines">
        {lines.map((line) => (
          <li key={line.id}>
            <span className="portal-line-name">
              <LineName line={line} />
            </span>
            <Text as="span" numeric>
              {formatMoney(line.amount)}
            </Text>
          </li>
        ))}
      </ul>
      {count > lines.length && (
        <Text as="p" tone="subdued">
          {t("covers.part", { shown: formatCount(lines.length), total: formatCount(count) })}
        </Text>
      )}
    </Section>
  );
}

function LineName({ line: { kind, order, amount } }: { line: OwnPayoutLineWire }) {
  const t = useText("home");
  const states = useText("states");
  const link = order && <Link url={`/portal/orders/${encodeURIComponent(order.id)}`}>{order.name}</Link>;
  if (kind !== "commission") return <span>{states(`entry.${kind}`)}</span>;
  if (!amount.amount.startsWith("-")) return link ?? <span>{t("covers.commission")}</span>;
  return (
    <>
      <span>{states("entry.deduction")}</span> {link}
    </>
  );
}
