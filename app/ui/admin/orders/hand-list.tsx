import { Text } from "@shopify/polaris";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { formatDateTime, formatMoney } from "../../shared/format.ts";
import { statusLabel } from "../../shared/status-badge.tsx";

type Props = Pick<OrderExplanationWire, "decisions" | "adjustments"> & { timeZone: string };
type Done = { id: string; text: string; note: string; by: string; at: string };

function decisionText({ kind, affiliate, to }: Props["decisions"][number]): string {
  if (to) return `${statusLabel(kind)} to ${to.name}`;
  return affiliate ? `${statusLabel(kind)} for ${affiliate.name}` : statusLabel(kind);
}

/** What people decided, gave or took, oldest first, each with who and when. */
export function HandList({ decisions, adjustments, timeZone }: Props) {
  const done = [
    ...decisions.map((one): Done => ({ ...one, text: decisionText(one) })),
    ...adjustments.map(({ amount, affiliate, ...one }): Done => {
      return { ...one, text: `Adjusted ${affiliate.name} by ${formatMoney(amount)}` };
    }),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1));
  if (done.length === 0) return <Text as="p">Nobody decided anything about it.</Text>;
  return (
    <ol className="history-list">
      {done.map((one) => (
        <li key={one.id}>
          <Text as="p">{one.note === "" ? one.text : `${one.text}: ${one.note}`}</Text>
          <Text as="p" tone="subdued" variant="bodySm">
            {one.by} · <time dateTime={one.at}>{formatDateTime(one.at, timeZone)}</time>
          </Text>
        </li>
      ))}
    </ol>
  );
}
