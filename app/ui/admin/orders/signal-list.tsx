import { Badge, InlineStack, Link, Text } from "@shopify/polaris";
import type { OrderExplanationWire, OrderWire } from "#app/contracts/order.ts";
import { evidenceKindName } from "#app/domain/touch.ts";
import { formatDateTime } from "../../shared/format.ts";

type Signal = OrderExplanationWire["signals"][number];
type Terms = OrderExplanationWire["terms"];
type Props = { signals: readonly Signal[]; order: OrderWire; terms: Terms; timeZone: string };

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
                {evidenceKindName(signal.kind)} {isShown(signal) && signal.signal}
              </Text>
              {signal.kind === "customer" && signal.signal !== "" && (
                <Link url={`/dashboard/orders/${signal.signal}`}>bound by this order</Link>
              )}
              <Link url={`/dashboard/affiliates/${signal.affiliate.id}`}>{signal.affiliate.name}</Link>
              {signal.subId !== "" && <Text as="span">Sub-id {signal.subId}</Text>}
            </InlineStack>
            <Text as="p">{signal.reason.text}</Text>
            <Text as="p" tone="subdued" variant="bodySm">
              {timingOf(signal, { order, terms, timeZone })}
            </Text>
          </li>
        ))}
      </ol>
      <Text as="p" tone="subdued">
        Which kind comes first is the store&apos;s choice, in the rules of{" "}
        <Link url="/dashboard/settings/attribution">attribution</Link> that held when the order was placed.
      </Text>
    </>
  );
}

/** What an order or a claim is called inside the app tells people nothing. */
function isShown({ kind }: Signal): boolean {
  return kind !== "customer" && kind !== "claim";
}

const minuteMs = 60_000;

/** When it happened, and what of its window had passed when the order was created. */
function timingOf(signal: Signal, { order, terms, timeZone }: Omit<Props, "signals">): string {
  if (signal.at === null) return "Came with the order itself.";
  const at = formatDateTime(signal.at, timeZone);
  if (signal.kind === "code" || signal.kind === "product") return `The affiliate's since ${at}.`;
  if (signal.kind === "customer") return `Bound since ${at}.`;
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
