import { Link, Text } from "@shopify/polaris";
import type { EarnedWire } from "#app/contracts/portal.ts";
import { formatMoney } from "../shared/format.ts";
import { useText } from "../texts/use-text.ts";
import { EarnedBadge } from "./own-badge.tsx";
import { shortDate } from "./short-date.ts";

type Props = { readonly entries: readonly EarnedWire[]; readonly timeZone: string; readonly today: string };

/** The newest orders that earned the affiliate something, one line each. */
export function LatestOrders({ entries, timeZone, today }: Props) {
  const t = useText("home");
  if (entries.length === 0) return <Text as="p">{t("latest.none")}</Text>;
  return (
    <ul className="portal-lines">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span className="portal-line-name">
            {entry.order && (
              <Link url={`/portal/orders/${encodeURIComponent(entry.order.id)}`}>{entry.order.name}</Link>
            )}{" "}
            <Text as="span" tone="subdued">
              <time dateTime={entry.earnedAt}>{shortDate(entry.earnedAt, { today, timeZone })}</time>
            </Text>
          </span>
          <Text as="span" numeric fontWeight="semibold">
            {formatMoney(entry.amount)}
          </Text>
          <EarnedBadge entry={entry} />
        </li>
      ))}
    </ul>
  );
}
