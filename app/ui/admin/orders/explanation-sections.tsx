import { Badge, Banner, BlockStack, InlineStack, Link, List, Text } from "@shopify/polaris";
import type { CommissionEntryWire } from "#app/contracts/commission.ts";
import type { OrderExplanationWire, OrderWire } from "#app/contracts/order.ts";
import { evidenceKindName } from "#app/domain/attribution.ts";
import { Section } from "../../shared/detail-page.tsx";
import { formatDateTime, formatMoney } from "../../shared/format.ts";
import { Arithmetic } from "../../shared/orders/arithmetic.tsx";
import { Postings } from "../../shared/orders/postings.tsx";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { statusLabel } from "../../shared/status-badge.tsx";
import { rulesText } from "../attribution/rules-text.ts";
import { commissionName, EntryBadge, EntryDetails, entryUrl } from "../commissions/entry-cells.tsx";
import { useText } from "../../texts/texts-provider.tsx";
import { testAmount } from "./test-amount.ts";

type Props = { explained: OrderExplanationWire; timeZone: string };

/** Explanation of an order's credit, on its page and in the drawer: signals, rules, calculation and postings. */
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
      {...(ifCounted && { title: `Test order: ${testAmount(ifCounted.totals.current)}` })}
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
  return `Under terms version ${terms.version}, ${approvalPeriodText(terms, timeZone)}.`;
}

function asPaid({ rules, ...line }: OrderExplanationWire["lines"][number]) {
  return { ...line, rule: rules.find((rule) => rule.matched)?.name ?? null };
}

type RefundListProps = { refunds: OrderExplanationWire["refunds"]; timeZone: string };

/** Refunds with their dates. */
function RefundList({ refunds, timeZone }: RefundListProps) {
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

type ApprovalTerms = Pick<
  NonNullable<OrderExplanationWire["terms"]>,
  "approvalDays" | "approvalFrom" | "approvalBeganAt" | "approval"
>;

const begun = { order: "the order", payment: "its payment", fulfilment: "its fulfilment" };
const awaited = { order: "the order", payment: "it is paid", fulfilment: "it is fulfilled" };

/** M11: "held 14 days from its payment on Mar 4, 2026, 12:00 PM UTC". */
export function approvalPeriodText(
  { approvalDays, approvalFrom, approvalBeganAt, approval }: ApprovalTerms,
  timeZone: string,
): string {
  const from =
    approvalBeganAt === null
      ? `the day on which ${awaited[approvalFrom]}, which has not happened yet`
      : `${begun[approvalFrom]} on ${formatDateTime(approvalBeganAt, timeZone)}`;
  return `held ${approvalDays} days from ${from}${approval === "manual" ? ", then approved by the store" : ""}`;
}

type HandListProps = Pick<OrderExplanationWire, "decisions" | "adjustments"> & { timeZone: string };
type DecisionEntry = { id: string; text: string; note: string; by: string; at: string };

function decisionText({ kind, affiliate, to }: HandListProps["decisions"][number]): string {
  if (to) return `${statusLabel(kind)} to ${to.name}`;
  return affiliate ? `${statusLabel(kind)} for ${affiliate.name}` : statusLabel(kind);
}

/** Decisions and adjustments, oldest first, each with actor and time. */
function HandList({ decisions, adjustments, timeZone }: HandListProps) {
  const done = [
    ...decisions.map((one): DecisionEntry => ({ ...one, text: decisionText(one) })),
    ...adjustments.map(({ amount, affiliate, ...one }): DecisionEntry => {
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

type OrderCommissionsProps = { commissions: readonly CommissionEntryWire[]; timeZone: string };

/** Commissions of an order, its bonuses and manual commissions, and their deductions. */
function OrderCommissions({ commissions, timeZone }: OrderCommissionsProps) {
  const t = useText("commissions");
  return (
    <ScrollBox label="Commissions">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Commission</th>
            <th scope="col">Affiliate</th>
            <th scope="col" className="amount">
              Amount
            </th>
            <th scope="col">Status</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {commissions.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">
                <Link url={entryUrl(entry)}>{commissionName(entry, t)}</Link>
              </th>
              <td>{entry.affiliate.name}</td>
              <td className="amount">{formatMoney(entry.amount)}</td>
              <td>
                <EntryBadge entry={entry} />
              </td>
              <td>
                <EntryDetails entry={entry} timeZone={timeZone} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

type RuleLine = OrderExplanationWire["lines"][number];

/** Rules of each line in order: those that did not match, the one that pays, and the rest. */
function RuleList({ lines }: { lines: readonly RuleLine[] }) {
  const asked = lines.filter((line) => line.rules.length > 0);
  if (asked.length === 0) return <Text as="p">No rule was asked.</Text>;
  return (
    <BlockStack gap="300">
      {asked.map((line) => (
        <BlockStack key={line.id} gap="100">
          <Text as="h3" variant="headingSm">
            {line.title}
          </Text>
          <LineRules rules={line.rules} />
        </BlockStack>
      ))}
    </BlockStack>
  );
}

/** Rules without pay that are shown at first. The rest is shown on request. */
const shownAtOnce = 3;

function LineRules({ rules }: Pick<RuleLine, "rules">) {
  const tried = rules.filter((rule) => rule.tried);
  const missed = tried.filter((rule) => !rule.matched);
  const later = rules.filter((rule) => !rule.tried);
  return (
    <BlockStack gap="300">
      <Unpaid rules={missed} summary={`${missed.length} rules before did not match`} />
      <Rules rules={tried.filter((rule) => rule.matched)} />
      <Unpaid rules={later} summary={`${later.length} rules after were not tried`} />
    </BlockStack>
  );
}

function Unpaid({ rules, summary }: Pick<RuleLine, "rules"> & { summary: string }) {
  if (rules.length === 0) return null;
  if (rules.length <= shownAtOnce) return <Rules rules={rules} />;
  return (
    <details>
      <summary>{summary}</summary>
      <Rules rules={rules} />
    </details>
  );
}

function outcomeOf({ tried, matched }: RuleLine["rules"][number]): string {
  if (matched) return "Pays";
  return tried ? "Not met" : "Not tried";
}

function Rules({ rules }: Pick<RuleLine, "rules">) {
  return (
    <ol className="history-list">
      {rules.map((rule) => (
        <li key={rule.name}>
          <InlineStack gap="200" blockAlign="center">
            <Badge tone={rule.matched ? "success" : "new"}>{outcomeOf(rule)}</Badge>
            <Text as="span" fontWeight="semibold">
              {rule.name}
            </Text>
          </InlineStack>
          <Text as="p">{rule.text}.</Text>
        </li>
      ))}
    </ol>
  );
}

type Signal = OrderExplanationWire["signals"][number];
type SeenSignals = { signals: readonly Signal[]; order: OrderWire; timeZone: string };
type SignalListProps = SeenSignals & Pick<OrderExplanationWire, "judgedBy">;

/** Signals of the order, strongest first, with their outcomes and the rules that decided. */
export function SignalList({ signals, judgedBy, order, timeZone }: SignalListProps) {
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

function namedRules({ version }: NonNullable<SignalListProps["judgedBy"]>): string {
  return version === 0 ? "the default ones" : `version ${version}`;
}

/** Internal ids of orders and claims mean nothing to people. */
function isShown({ kind }: Signal): boolean {
  return kind !== "customer" && kind !== "claim" && kind !== "renewal";
}

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** Time of the signal, and how much of its window had passed when the order was created. */
function timingOf(signal: Signal, { order, timeZone }: Omit<SeenSignals, "signals">): string {
  if (signal.at === null) return "Came with the order itself.";
  const at = formatDateTime(signal.at, timeZone);
  if (signal.kind === "code" || signal.kind === "product") return `The affiliate's since ${at}.`;
  if (signal.kind === "customer") return `Bound since ${at}.`;
  if (signal.kind === "renewal") return `First order placed ${at}.`;
  const minutes = Math.floor((Date.parse(order.placedAt) - Date.parse(signal.at)) / minuteMs);
  if (minutes < 0) return `${at}, after the order.`;
  return `${at}, ${beforeText(signal, minutes)} before the order.${windowText(signal)}`;
}

/** Spans are rounded, so a window missed by less than the rounding would look met. */
function beforeText({ windowDays, reason }: Signal, minutes: number): string {
  const span = spanText(minutes);
  const isClose = windowDays !== undefined && spanText(windowDays * dayMinutes) === span;
  return isClose && reason.code === "window-passed" ? `just over ${span}` : span;
}

/** Window that applied to the signal. It can differ from the window of the terms that pay. */
function windowText({ windowDays, reason, program }: Signal): string {
  const isPassed = reason.code === "window-passed";
  const whose = program ? `The window of ${program.name}` : "The window";
  if (windowDays !== undefined) return ` ${whose} was ${countText(windowDays, "day")}.`;
  return isPassed ? ` ${whose} was not kept with this order.` : "";
}

function spanText(minutes: number): string {
  if (minutes === 0) return "less than a minute";
  if (minutes < 60) return countText(minutes, "minute");
  if (minutes < 48 * 60) return countText(Math.floor(minutes / 60), "hour");
  return countText(Math.floor(minutes / dayMinutes), "day");
}

function countText(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}
