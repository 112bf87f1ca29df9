import { Badge, InlineStack, Link, Text } from "@shopify/polaris";
import type { OrderExplanationWire, OrderWire } from "#app/contracts/order.ts";
import { formatDateTime } from "../../shared/format.ts";

type Signal = OrderExplanationWire["signals"][number];
type Terms = OrderExplanationWire["terms"];
type Props = { signals: readonly Signal[]; order: OrderWire; terms: Terms; timeZone: string };

const kinds: Record<Signal["kind"], string> = {
  code: "Discount code",
  click: "Click on a link",
  landing: "Landing page",
};

/** Every signal seen, strongest first: who won, who lost, and why. */
export function SignalList({ signals, order, terms, timeZone }: Props) {
  if (signals.length === 0) {
    return (
      <Text as="p">
        No affiliate&apos;s discount code, no click and no landing page with an affiliate&apos;s code was
        seen.
      </Text>
    );
  }
  return (
    <>
      <ol className="history-list">
        {signals.map((signal) => (
          <li key={`${signal.kind} ${signal.signal}`}>
            <InlineStack gap="200" blockAlign="center">
              <Badge tone={signal.won ? "success" : "new"}>{signal.won ? "Won" : "Lost"}</Badge>
              <Text as="span" fontWeight="semibold">
                {kinds[signal.kind]} {signal.signal}
              </Text>
              <Link url={`/dashboard/affiliates/${signal.affiliate.id}`}>{signal.affiliate.name}</Link>
            </InlineStack>
            <Text as="p">{signal.reason.text}</Text>
            <Text as="p" tone="subdued" variant="bodySm">
              {timingOf(signal, { order, terms, timeZone })}
            </Text>
          </li>
        ))}
      </ol>
      <Text as="p" tone="subdued">
        A code counts before a click, a click before a landing page; of several clicks the latest.
      </Text>
    </>
  );
}

const minuteMs = 60_000;

/** When it happened, and what of its window had passed when the order was created. */
function timingOf(signal: Signal, { order, terms, timeZone }: Omit<Props, "signals">): string {
  if (signal.at === null) return "Came with the order itself.";
  const at = formatDateTime(signal.at, timeZone);
  if (signal.kind === "code") return `The affiliate's since ${at}.`;
  const minutes = Math.floor((Date.parse(order.placedAt) - Date.parse(signal.at)) / minuteMs);
  const window = terms ? ` The window is ${terms.attributionDays} days.` : "";
  return minutes < 0 ? `${at}, after the order.` : `${at}, ${spanText(minutes)} before the order.${window}`;
}

function spanText(minutes: number): string {
  if (minutes === 0) return "less than a minute";
  if (minutes < 60) return count(minutes, "minute");
  if (minutes < 48 * 60) return count(Math.floor(minutes / 60), "hour");
  return count(Math.floor(minutes / (24 * 60)), "day");
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}
