import { BlockStack, Button, List, Text } from "@shopify/polaris";
import { useState } from "react";
import type { BonusesPaidWire, PreviewWire, PricedWire } from "#app/contracts/preview.ts";
import { formatListDate, formatMoney } from "../../../shared/format.ts";
import { Arithmetic } from "../../../shared/orders/arithmetic.tsx";
import { ScrollBox } from "../../../shared/scroll-box.tsx";
import { useText } from "../../../texts/use-text.ts";
import type { TermsDraft } from "../terms/draft.ts";
import { UnreadOrders } from "../unread-orders.tsx";
import type { LivePreview } from "./use-preview.ts";

type Props = { preview: LivePreview; terms: TermsDraft; timeZone: string };

/** The sample order line by line, the newest orders under the draft, and who has reached its bonuses. */
export function PreviewCalculation({ preview, terms, timeZone }: Props) {
  const t = useText("programs");
  const { seen, isStale } = preview;
  if (!seen) return null;
  const { basket, orders, bonuses } = seen;
  return (
    <div className={isStale ? "dimmed" : ""} aria-busy={isStale}>
      <BlockStack gap="400">
        {basket && <PricedLines name={t("preview.calculated")} {...basket} />}
        {bonuses.basket && terms.bonuses.length > 0 && <BonusLines paid={bonuses.basket.draft} />}
        <BlockStack gap="200">
          <Text as="h3" variant="headingSm">
            {t("preview.recent")}
          </Text>
          <RecentOrders orders={orders} timeZone={timeZone} />
        </BlockStack>
        {bonuses.affiliates.length > 0 && <ReachedBonuses bonuses={bonuses.affiliates} />}
      </BlockStack>
    </div>
  );
}

type PricedProps = { name: string; draft: PricedWire; today: PricedWire | null };

/** Commission of a draft for an order, line by line with the rule that applied, next to the current terms. */
export function PricedLines({ name, draft, today }: PricedProps) {
  const t = useText("programs");
  return (
    <BlockStack gap="200">
      <ScrollBox label={name}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t("preview.line")}</th>
              <th scope="col" className="amount">
                {t("preview.draft")}
              </th>
              {today && (
                <th scope="col" className="amount">
                  {t("preview.today")}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {draft.lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  {line.title}
                  <Text as="p" tone="subdued" variant="bodySm">
                    {line.counts ? (matchedRule(line) ?? t("preview.noRule")) : t("preview.notEligible")}
                  </Text>
                </th>
                <td className="amount">{formatMoney(line.commission)}</td>
                {today && <td className="amount">{amountOf(today, line.id)}</td>}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t("preview.total")}</th>
              <td className="amount">{formatMoney(draft.totals.commission)}</td>
              {today && <td className="amount">{formatMoney(today.totals.commission)}</td>}
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      {draft.reason !== null && (
        <Text as="p" tone="subdued">
          {draft.reason}
        </Text>
      )}
      {draft.knownBefore.length > 0 && (
        <List>
          {draft.knownBefore.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      )}
      <details>
        <summary>{t("preview.details")}</summary>
        <Arithmetic
          caption={t("preview.newTerms")}
          label={`${name}: ${t("preview.details")}`}
          lines={draft.lines.map((line) => ({ ...line, rule: matchedRule(line) ?? null }))}
          totals={draft.totals}
        />
      </details>
    </BlockStack>
  );
}

type PricedLine = PricedWire["lines"][number];

function matchedRule(line: PricedLine): string | undefined {
  return line.rules.find((rule) => rule.matched)?.name;
}

function amountOf(priced: PricedWire, lineId: string): string {
  const line = priced.lines.find((one) => one.id === lineId);
  return line ? formatMoney(line.commission) : "";
}

type OrdersProps = { orders: PreviewWire["orders"]; timeZone: string };

/** The shop's newest orders under the draft and the current terms, one of them line by line. */
function RecentOrders({ orders, timeZone }: OrdersProps) {
  const t = useText("programs");
  const [openId, setOpenId] = useState<string | null>(null);
  const open = orders.find((order) => order.id === openId);
  if (orders.length === 0) return <Text as="p">{t("preview.noOrders")}</Text>;
  return (
    <BlockStack gap="300">
      <UnreadOrders count={orders.filter((order) => order.unread).length} />
      <ScrollBox label={t("preview.recent")}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t("preview.orderColumn")}</th>
              <th scope="col" className="amount">
                {t("preview.draft")}
              </th>
              <th scope="col" className="amount">
                {t("preview.today")}
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <OrderRow
                key={order.id}
                order={order}
                timeZone={timeZone}
                isOpen={order.id === openId}
                onToggle={() => setOpenId(order.id === openId ? null : order.id)}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {open && <PricedLines name={open.name} draft={open.draft} today={open.today} />}
    </BlockStack>
  );
}

type RowProps = {
  order: PreviewWire["orders"][number];
  timeZone: string;
  isOpen: boolean;
  onToggle: () => void;
};

function OrderRow({ order, timeZone, isOpen, onToggle }: RowProps) {
  const t = useText("programs");
  const { name, placedAt, affiliate, draft, today } = order;
  const bonusLines = orderBonuses(order.bonuses, t);
  return (
    <tr>
      <th scope="row">
        <Button
          variant="plain"
          ariaExpanded={isOpen}
          accessibilityLabel={isOpen ? t("preview.hideLines", { name }) : t("preview.showLines", { name })}
          onClick={onToggle}
        >
          {name}
        </Button>
        <Text as="p" tone="subdued" variant="bodySm">
          {`${formatListDate(placedAt, timeZone)}, ${affiliate ?? t("preview.notCredited")}`}
        </Text>
        {draft.moreThanSold && (
          <Text as="p" tone="critical" variant="bodySm">
            {t("preview.moreThanSold")}
          </Text>
        )}
        {bonusLines.map((line) => (
          <Text as="p" key={line} tone="subdued" variant="bodySm">
            {line}
          </Text>
        ))}
      </th>
      <td className="amount">{formatMoney(draft.totals.current)}</td>
      <td className="amount">{today ? formatMoney(today.totals.current) : t("words.blank")}</td>
    </tr>
  );
}

type Words = ReturnType<typeof useText<"programs">>;

/** Bonuses of an order under the draft, and those of the current terms if they differ. */
function orderBonuses({ draft, today }: PreviewWire["orders"][number]["bonuses"], t: Words): string[] {
  const [then, now] = [draft, today ?? []].map((paid) => paid.map((bonus) => bonusText(bonus, t)));
  if (!then || !now || then.join() === now.join()) return then ?? [];
  return [
    ...then.map((bonus) => t("preview.bonusOf", { terms: t("preview.draft"), bonus })),
    ...now.map((bonus) => t("preview.bonusOf", { terms: t("preview.today"), bonus })),
  ];
}

/** T11: a bonus that an order reaches: "First sale: +$25.00 once". */
function bonusText({ name, times, amount }: BonusesPaidWire[number], t: Words): string {
  if (times === null || amount === null) return t("preview.bonusReview", { name });
  return t("preview.bonusPaid", { name, amount: formatMoney(amount), times });
}

export function BonusLines({ paid }: { paid: BonusesPaidWire }) {
  const t = useText("programs");
  return paid.map((bonus) => (
    <Text as="p" key={bonus.id} tone="subdued" variant="bodySm">
      {bonusText(bonus, t)}
    </Text>
  ));
}

type ReachedProps = { bonuses: PreviewWire["bonuses"]["affiliates"] };

/** Affiliates who reached each bonus of the draft by today's counts, and its cost. */
export function ReachedBonuses({ bonuses }: ReachedProps) {
  const t = useText("programs");
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {t("preview.reached")}
      </Text>
      <Text as="p" tone="subdued">
        {t("preview.reachedHelp")}
      </Text>
      {bonuses.map(({ id, name, reached, more }) => (
        <BlockStack gap="100" key={id}>
          <Text as="h4" variant="headingSm">
            {name}
          </Text>
          {reached.length === 0 ? (
            <Text as="p">{t("preview.nobody")}</Text>
          ) : (
            <List>
              {reached.map(({ affiliate, times, amount }) => (
                <List.Item key={affiliate.id}>
                  {t("preview.reachedBy", { affiliate: affiliate.name, amount: formatMoney(amount), times })}
                </List.Item>
              ))}
              {more && <List.Item>{t("preview.andOthers")}</List.Item>}
            </List>
          )}
        </BlockStack>
      ))}
    </BlockStack>
  );
}
