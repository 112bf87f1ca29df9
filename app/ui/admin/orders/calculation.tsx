import { Badge, BlockStack, InlineStack, List, Text } from "@shopify/polaris";
import type { TextFunction } from "#app/i18n/text-function.ts";
import type { PostingWire } from "#app/contracts/commission.ts";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { formatDateTime } from "../../shared/format.ts";
import { Arithmetic } from "../../shared/orders/arithmetic.tsx";
import { Postings } from "../../shared/orders/postings.tsx";
import { useText } from "../../texts/use-text.ts";

type Props = { explained: OrderExplanationWire; postings: readonly PostingWire[]; timeZone: string };

/** Collapsed: steps and rules of the commission, what was known before, and the ledger entries. */
export function Calculation({ explained, postings, timeZone }: Props) {
  const t = useText("orders");
  const { terms, ifCounted } = explained;
  const { lines, totals, knownBefore } = ifCounted ?? explained;
  return (
    <details>
      <summary>{t("calculation.show")}</summary>
      <BlockStack gap="400">
        <Arithmetic caption={termsText(terms, timeZone, t)} lines={lines.map(asPaid)} totals={totals} />
        <RuleList lines={lines} />
        {knownBefore.length > 0 && (
          <List>
            {knownBefore.map(({ text, rule }) => (
              <List.Item key={text}>{t("calculation.known", { fact: text, rule })}</List.Item>
            ))}
          </List>
        )}
        <Text as="h3" variant="headingSm">
          {t("calculation.entries")}
        </Text>
        <Postings postings={postings} timeZone={timeZone} />
      </BlockStack>
    </details>
  );
}

/** M11: "Terms version 2. Approval 14 days after the order. Started Mar 4, 2026, 12:00 PM UTC." */
export function termsText(
  terms: OrderExplanationWire["terms"],
  timeZone: string,
  t: TextFunction<"orders">,
): string {
  if (terms === null) return t("calculation.noTerms");
  const { version, approvalDays: days, approvalFrom, approvalBeganAt: began, approval } = terms;
  return [
    t("calculation.terms", { version }),
    t(`calculation.approval.${approvalFrom}`, { days }),
    began === null
      ? t("calculation.approval.notBegun")
      : t("calculation.approval.began", { date: formatDateTime(began, timeZone) }),
    ...(approval === "manual" ? [t("calculation.approval.manual")] : []),
  ].join(" ");
}

type Line = OrderExplanationWire["lines"][number];

function asPaid({ rules, ...line }: Line) {
  return { ...line, rule: rules.find((rule) => rule.matched)?.name ?? null };
}

/** Rules of each line in order: those that did not match, the one that pays, and the rest. */
function RuleList({ lines }: { lines: readonly Line[] }) {
  const t = useText("orders");
  const asked = lines.filter((line) => line.rules.length > 0);
  if (asked.length === 0) return null;
  return (
    <BlockStack gap="300">
      <Text as="h3" variant="headingSm">
        {t("calculation.rules")}
      </Text>
      {asked.map((line) => (
        <BlockStack key={line.id} gap="100">
          <Text as="h4" fontWeight="semibold">
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

function LineRules({ rules }: Pick<Line, "rules">) {
  const t = useText("orders");
  const tried = rules.filter((rule) => rule.tried);
  const missed = tried.filter((rule) => !rule.matched);
  const later = rules.filter((rule) => !rule.tried);
  return (
    <BlockStack gap="300">
      <Unpaid rules={missed} summary={t("calculation.earlier", { count: missed.length })} />
      <Rules rules={tried.filter((rule) => rule.matched)} />
      <Unpaid rules={later} summary={t("calculation.later", { count: later.length })} />
    </BlockStack>
  );
}

function Unpaid({ rules, summary }: Pick<Line, "rules"> & { summary: string }) {
  if (rules.length === 0) return null;
  if (rules.length <= shownAtOnce) return <Rules rules={rules} />;
  return (
    <details>
      <summary>{summary}</summary>
      <Rules rules={rules} />
    </details>
  );
}

function outcomeOf({ tried, matched }: Line["rules"][number]) {
  if (matched) return "pays";
  return tried ? "notMet" : "notTried";
}

function Rules({ rules }: Pick<Line, "rules">) {
  const t = useText("orders");
  return (
    <ol className="history-list">
      {rules.map((rule) => (
        <li key={rule.id ?? ""}>
          <InlineStack gap="200" blockAlign="center">
            <Badge {...(rule.matched && { tone: "success" as const })}>
              {t(`calculation.${outcomeOf(rule)}`)}
            </Badge>
            <Text as="span" fontWeight="semibold">
              {rule.name}
            </Text>
          </InlineStack>
          <Text as="p">{rule.text}</Text>
        </li>
      ))}
    </ol>
  );
}
