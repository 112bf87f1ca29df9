import { Badge, InlineStack, Link, Text } from "@shopify/polaris";
import type { OrderExplanationWire, OrderWire } from "#app/contracts/order.ts";
import { evidenceKindName } from "#app/domain/attribution.ts";
import { formatDateTime } from "../../shared/format.ts";
import { rulesText } from "../attribution/rules-text.ts";

type Signal = OrderExplanationWire["signals"][number];
type Seen = { signals: readonly Signal[]; order: OrderWire; timeZone: string };
type Props = Seen & Pick<OrderExplanationWire, "judgedBy">;

/** Every signal seen, strongest first: who won, who lost, and why, and the rules that chose. */
export function SignalList({ signals, judgedBy, order, timeZone }: Props) {
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
              {signal.kind === "renewal" && (
                <Link url={`/dashboard/orders/${signal.signal}`}>first order</Link>
              )}
              <Link url={`/dashboard/affiliates/${signal.affiliate.id}`}>{signal.affiliate.name}</Link>
              {signal.subId !== "" && <Text as="span">Sub-id {signal.subId}</Text>}
            </InlineStack>
            <Text as="p">{signal.reason.text}</Text>
            <Text as="p" tone="subdued" variant="bodySm">
              {timingOf(signal, { order, timeZone })}
            </Text>
          </li>
        ))}
      </ol>
      <Text as="p" tone="subdued">
        Which kind comes first is the store&apos;s choice, in its{" "}
        <Link url="/dashboard/settings/attribution">attribution rules</Link>.
        {judgedBy &&
          ` When the order was placed, ${namedRules(judgedBy)} held: ${rulesText(judgedBy.rules)}.`}
      </Text>
    </>
  );
}

function namedRules({ version }: NonNullable<Props["judgedBy"]>): string {
  return version === 0 ? "the default ones" : `version ${version}`;
}

/** Internal ids of orders and claims tell people nothing. */
function isShown({ kind }: Signal): boolean {
  return kind !== "customer" && kind !== "claim" && kind !== "renewal";
}

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** When it happened, and what of its window had passed when the order was created. */
function timingOf(signal: Signal, { order, timeZone }: Omit<Seen, "signals">): string {
  if (signal.at === null) return "Came with the order itself.";
  const at = formatDateTime(signal.at, timeZone);
  if (signal.kind === "code" || signal.kind === "product") return `The affiliate's since ${at}.`;
  if (signal.kind === "customer") return `Bound since ${at}.`;
  if (signal.kind === "renewal") return `First order placed ${at}.`;
  const minutes = Math.floor((Date.parse(order.placedAt) - Date.parse(signal.at)) / minuteMs);
  if (minutes < 0) return `${at}, after the order.`;
  return `${at}, ${beforeText(signal, minutes)} before the order.${windowText(signal)}`;
}

/** A window that passed by less than is told of a span would look as if it had not. */
function beforeText({ windowDays, reason }: Signal, minutes: number): string {
  const span = spanText(minutes);
  const isClose = windowDays !== undefined && spanText(windowDays * dayMinutes) === span;
  return isClose && reason.code === "window-passed" ? `just over ${span}` : span;
}

/** The window by which it was judged, which need not be that of the terms that pay. */
function windowText({ windowDays, reason, program }: Signal): string {
  const isPassed = reason.code === "window-passed";
  const whose = program ? `The window of ${program.name}` : "The window";
  if (windowDays !== undefined) return ` ${whose} was ${count(windowDays, "day")}.`;
  return isPassed ? ` ${whose} was not kept with this order.` : "";
}

function spanText(minutes: number): string {
  if (minutes === 0) return "less than a minute";
  if (minutes < 60) return count(minutes, "minute");
  if (minutes < 48 * 60) return count(Math.floor(minutes / 60), "hour");
  return count(Math.floor(minutes / dayMinutes), "day");
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}
