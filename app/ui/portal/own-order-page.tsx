import type { TextFunction } from "#app/i18n/text-function.ts";
import { chargeKinds } from "#app/domain/charges.ts";
import { Badge, Banner, BlockStack, InlineStack, Page, Text } from "@shopify/polaris";
import type { OwnArithmetic, OwnExplanationWire, OwnWhy } from "#app/contracts/own-explanation.ts";
import { spanOf } from "#app/domain/order-reason.ts";
import { entryCodes } from "#app/domain/ledger/entries.ts";
import { Section } from "../shared/detail-page.tsx";
import { formatBps, formatDateTime, formatMoney } from "../shared/format.ts";
import { ScrollBox } from "../shared/scroll-box.tsx";
import { useText } from "../texts/use-text.ts";
import { OwnEarnings } from "./own-earnings.tsx";

type Props = { explained: OwnExplanationWire; timeZone: string };

/** The affiliate's explanation of an order: signals, refunds and calculation. */
export function OwnOrderPage({ explained, timeZone }: Props) {
  const t = useText("portal");
  const home = useText("home");
  const { order, why, seen, signals, arithmetic, commissions, postings } = explained;
  return (
    <main>
      <Page
        title={t("order.title", { name: order.name })}
        subtitle={formatDateTime(order.placedAt, timeZone)}
        backAction={{ content: home("nav.orders"), url: "/portal/orders" }}
      >
        <BlockStack gap="400">
          <Banner tone="info">
            <p>{why === null ? t("order.notCredited") : <Why {...explained} why={why} />}</p>
            {seen !== null && <p>{t(`order.seen.${seen}`)}</p>}
          </Banner>
          <Section title={t("order.signals")}>
            <OwnSignals signals={signals} timeZone={timeZone} />
          </Section>
          {arithmetic && (
            <>
              <Section title={t("order.calculation")}>
                <OwnArithmeticTable arithmetic={arithmetic} timeZone={timeZone} />
              </Section>
              <Section title={t("order.refunds")}>
                <OwnRefunds refunds={arithmetic.refunds} timeZone={timeZone} />
              </Section>
            </>
          )}
          {commissions.length > 0 && (
            <Section title={t("earned.table")}>
              <OwnEarnings commissions={commissions} timeZone={timeZone} isOrderPage />
            </Section>
          )}
          {(arithmetic !== null || postings.length > 0) && (
            <Section title={t("order.timeline")}>
              <OwnPostings postings={postings} timeZone={timeZone} />
            </Section>
          )}
        </BlockStack>
      </Page>
    </main>
  );
}

type WhyProps = Pick<OwnExplanationWire, "click" | "signals"> & { why: OwnWhy };

/** "Last click on your link, 2 days before": the merchant's line, in the affiliate's words. */
function Why({ why, click, signals }: WhyProps) {
  const reasons = useText("reasons");
  const code = signals.find((one) => one.won)?.code;
  if (why === "won-by-code" && code) return reasons("code.used", { code });
  if (why !== "won-by-click" || click === null) return reasons(`why.${why}`);
  const { unit, count } = spanOf(click.minutesBefore);
  return reasons(`click.${click.touch}`, { span: reasons(`span.${unit}`, { count }) });
}

type SignalsProps = Pick<OwnExplanationWire, "signals"> & { timeZone: string };

function OwnSignals({ signals, timeZone }: SignalsProps) {
  const t = useText("portal");
  const reasons = useText("reasons");
  if (signals.length === 0) return <Text as="p">{t("order.noSignals")}</Text>;
  return (
    <ol className="history-list">
      {signals.map((one) => (
        <li key={`${one.kind} ${one.code ?? one.at}`}>
          <InlineStack gap="200" blockAlign="center">
            <Badge tone={one.won ? "success" : "new"}>{t(one.won ? "order.won" : "order.lost")}</Badge>
            <Text as="span" fontWeight="semibold">
              {one.code === null
                ? t(`order.kinds.${one.kind}`)
                : t("order.signal", { kind: t(`order.kinds.${one.kind}`), code: one.code })}
            </Text>
            {one.subId !== "" && <Text as="span">{t("order.subId", { subId: one.subId })}</Text>}
          </InlineStack>
          <Text as="p">{reasons(`why.${one.why}`)}</Text>
          {one.at !== null && <SignalTime at={one.at} timeZone={timeZone} />}
        </li>
      ))}
    </ol>
  );
}

function SignalTime({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <Text as="p" tone="subdued" variant="bodySm">
      <time dateTime={at}>{formatDateTime(at, timeZone)}</time>
    </Text>
  );
}

type RefundsProps = Pick<NonNullable<OwnExplanationWire["arithmetic"]>, "refunds"> & { timeZone: string };

function OwnRefunds({ refunds, timeZone }: RefundsProps) {
  const t = useText("portal");
  if (refunds.length === 0) return <Text as="p">{t("order.noRefunds")}</Text>;
  return (
    <ul className="history-list">
      {refunds.map(({ id, amount, at, status }) => (
        <li key={id}>
          {t(status === "success" ? "order.refund" : "order.pendingRefund", {
            amount: formatMoney(amount),
            date: formatDateTime(at, timeZone),
          })}
        </li>
      ))}
    </ul>
  );
}

function chargeName(kind: string, t: TextFunction<"portal">): string {
  const known = chargeKinds.find((one) => one === kind);
  return known ? t(`order.charges.${known}`) : "";
}

type PostingsProps = Pick<OwnExplanationWire, "postings"> & { timeZone: string };

function OwnPostings({ postings, timeZone }: PostingsProps) {
  const t = useText("portal");
  const states = useText("states");
  if (postings.length === 0) return <Text as="p">{t("order.noEntries")}</Text>;
  const nameOf = (code: string) => {
    const known = entryCodes.find((one) => one === code);
    return known ? states(`ledger.${known}`) : t("payout.entry.other");
  };
  return (
    <ol className="history-list">
      {postings.map(({ id, code, amount, recordedAt }) => (
        <li key={id}>
          <Text as="p">{t("order.entry", { what: nameOf(code), amount: formatMoney(amount) })}</Text>
          <SignalTime at={recordedAt} timeZone={timeZone} />
        </li>
      ))}
    </ol>
  );
}

type OwnArithmeticTableProps = { arithmetic: OwnArithmetic; timeZone: string };

const totals = ["base", "remainingBase", "commission", "current"] as const;

/** The calculation of a commission, product by product. */
function OwnArithmeticTable({ arithmetic, timeZone }: OwnArithmeticTableProps) {
  const t = useText("portal");
  const stepText = useStepText();
  if (arithmetic.lines.length === 0) return <Text as="p">{t("order.nothingCharged")}</Text>;
  return (
    <BlockStack gap="300">
      <TermsOfOrder arithmetic={arithmetic} timeZone={timeZone} />
      <ScrollBox label={t("order.calculation")}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t("order.step")}</th>
              <th scope="col" className="amount">
                {t("order.amount")}
              </th>
            </tr>
          </thead>
          {arithmetic.lines.map((line) => (
            <tbody key={line.id}>
              <tr>
                <th scope="rowgroup" colSpan={2}>
                  {line.title || chargeName(line.kind, t)}
                </th>
              </tr>
              {line.rule !== null && (
                <tr>
                  <td colSpan={2}>
                    {line.rule.name === null
                      ? t("order.paidByRest")
                      : t("order.paidBy", { rule: line.rule.name })}
                  </td>
                </tr>
              )}
              {line.steps.map((step) => (
                <tr key={step.text}>
                  <td>{stepText(step)}</td>
                  <td className="amount">{formatMoney(step.amount)}</td>
                </tr>
              ))}
            </tbody>
          ))}
          <tfoot>
            {totals.map((name) => (
              <tr key={name}>
                <th scope="row">{t(`order.totals.${name}`)}</th>
                <td className="amount">{formatMoney(arithmetic.totals[name])}</td>
              </tr>
            ))}
          </tfoot>
        </table>
      </ScrollBox>
    </BlockStack>
  );
}

type ArithmeticStep = OwnArithmetic["lines"][number]["steps"][number];

function useStepText(): (step: ArithmeticStep) => string {
  const t = useText("portal");
  return ({ code, quantity = 0, rateBps = 0 }) => {
    if (code === "price") return t("order.steps.price", { quantity });
    if (code === "commission-item") return t("order.steps.commission-item", { quantity });
    if (code === "commission-rate") return t("order.steps.commission-rate", { rate: formatBps(rateBps) });
    return t(`order.steps.${code}`);
  };
}

/** Terms version of the order, and its approval. */
function TermsOfOrder({ arithmetic: { version, hold }, timeZone }: OwnArithmeticTableProps) {
  const t = useText("portal");
  const { approvalDays, approvalFrom, approvalBeganAt, approval } = hold;
  const sentences = [
    t("order.terms", { version }),
    t(`order.approval.${approvalFrom}`, { days: approvalDays }),
    approvalBeganAt === null
      ? t("order.approval.notBegun")
      : t("order.approval.began", { date: formatDateTime(approvalBeganAt, timeZone) }),
    ...(approval === "manual" ? [t("order.approval.manual")] : []),
  ];
  return (
    <Text as="p" tone="subdued">
      {sentences.join(" ")}
    </Text>
  );
}
