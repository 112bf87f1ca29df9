import { Form } from "@remix-run/react";
import {
  BlockStack,
  Button,
  Card,
  DescriptionList,
  InlineStack,
  Link,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";
import type { SignalPeriodWire, SignalsWire } from "#app/contracts/signals.ts";
import { signalName } from "#app/i18n/signal-words.ts";
import { noSignal, signalNames, signalSteps } from "#app/domain/signals.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { Folded, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatDay, formatRatio, formatShortDay } from "../../shared/format.ts";
import { BarChart } from "../../shared/chart/bar-chart.tsx";
import { LineChart } from "../../shared/chart/line-chart.tsx";
import { charts } from "#app/i18n/en/admin/charts.ts";
import { reports } from "#app/i18n/en/admin/reports.ts";
import { signals as signalTexts } from "#app/i18n/en/admin/signals.ts";
import { merchantText, provideTexts, useText } from "../../texts/use-text.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useFileAction } from "../../shared/file-button.tsx";
import { OrdersLink, periodName, PeriodTable, shownSignals } from "./period-table.tsx";

provideTexts({ charts, reports, signals: signalTexts });
const t = merchantText("reports");

type Props = {
  signals: SignalsWire;
  /** Today in the store's time zone. */
  today: string;
  fault: string | null;
  exportUrl: string;
};

/** Dashboard ▸ Signals: share of orders with each signal, and orders that would be lost without it. */
export function SignalsPage({ signals, today, fault, exportUrl }: Props) {
  const { total } = signals;
  const file = useFileAction(exportUrl, t("export"));
  const days = t("attribution.days", { from: formatDay(total.from), to: formatDay(total.to) });
  return (
    <AppPage
      title={frameText("pages.attributionReport")}
      fullWidth
      backAction={{ content: frameText("pages.reports"), url: "/dashboard/reports" }}
      {...(total.orders > 0 && { secondaryActions: [file] })}
    >
      <BlockStack gap="400">
        <div className="outside-cards">
          <Text as="p" tone="subdued">
            {t("attribution.about")}
          </Text>
        </div>
        <ErrorBanner message={fault} />
        <Card>
          <SpanForm key={`${total.from} ${total.to} ${signals.by}`} signals={signals} />
        </Card>
        {total.orders === 0 ? (
          <Section title={t("attribution.none")}>
            <Text as="p">{t("attribution.noneText")}</Text>
          </Section>
        ) : (
          <>
            <Section title={days}>
              <Text as="p">{t("attribution.total", { orders: total.orders, credited: total.credited })}</Text>
              <SignalBars total={total} />
              <SignalTable total={total} />
            </Section>
            <Section title={t("attribution.overTime")}>
              <SignalTrend key={`${total.from} ${total.to}`} signals={signals} today={today} />
              <Folded title={t("attribution.asTable")}>
                <PeriodTable signals={signals} />
              </Folded>
            </Section>
          </>
        )}
        <Card>
          <Folded title={t("attribution.meaning")}>
            <SignalWords />
          </Folded>
        </Card>
      </BlockStack>
    </AppPage>
  );
}

/** Without JavaScript this is a GET form with the same URL. */
function SpanForm({ signals: { total, by } }: { signals: SignalsWire }) {
  const [span, setSpan] = useState<{ from: string; to: string; by: string }>({
    from: total.from,
    to: total.to,
    by,
  });
  const isTurned = span.from !== "" && span.to !== "" && span.to < span.from;
  return (
    <Form method="get" aria-label={t("attribution.dates")}>
      <InlineStack gap="300" blockAlign="end">
        <TextField
          label={t("attribution.from")}
          name="from"
          type="date"
          autoComplete="off"
          value={span.from}
          onChange={(from) => setSpan((before) => ({ ...before, from }))}
        />
        <TextField
          label={t("attribution.to")}
          name="to"
          type="date"
          autoComplete="off"
          value={span.to}
          {...(isTurned && { error: t("attribution.order") })}
          onChange={(to) => setSpan((before) => ({ ...before, to }))}
        />
        <Select
          label={t("attribution.by")}
          name="by"
          options={signalSteps.map((value) => ({ value, label: t(`attribution.steps.${value}`) }))}
          value={span.by}
          onChange={(step) => setSpan((before) => ({ ...before, by: step }))}
        />
        <Button submit>{t("attribution.apply")}</Button>
      </InlineStack>
    </Form>
  );
}

/** Each signal in words, and its conditions. */
function SignalWords() {
  const about = useText("signals");
  return (
    <>
      <DescriptionList
        items={signalNames.map((signal) => ({
          term: signalName(signal),
          description: about(`about.${signal}`),
        }))}
      />
      <p>
        <Link url="/dashboard/settings/attribution">{t("attribution.priority")}</Link>
      </p>
    </>
  );
}

/** Share of the orders with each signal. */
export function SignalBars({ total }: { total: SignalPeriodWire }) {
  const chart = useText("charts");
  const bars = total.signals
    .filter(({ orders }) => orders > 0)
    .map(({ signal, share }) => ({ label: signalName(signal), value: share, text: formatRatio(share) }))
    .toSorted((a, b) => b.value - a.value);
  const [first] = bars;
  if (first === undefined) return null;
  return <BarChart label={chart("signals.bars", { first: first.label, value: first.text })} bars={bars} />;
}

/** Share of the orders with one signal, by period. */
export function SignalTrend({
  signals: { by, total, periods },
  today,
}: {
  signals: SignalsWire;
  today: string;
}) {
  const chart = useText("charts");
  const names = shownSignals(total);
  const [chosen, setChosen] = useState(names[0] ?? noSignal);
  const shareOf = (period: SignalPeriodWire) =>
    period.signals.find(({ signal }) => signal === chosen)?.share ?? 0;
  return (
    <>
      <div className="no-print">
        <Select
          label={chart("signals.signal")}
          labelInline
          options={names.map((value) => ({ value, label: signalName(value) }))}
          value={chosen}
          onChange={(value) => setChosen(names.find((one) => one === value) ?? noSignal)}
        />
      </div>
      <LineChart
        label={chart("signals.trend", {
          signal: signalName(chosen),
          from: formatDay(total.from),
          to: formatDay(total.to),
          share: formatRatio(shareOf(total)),
        })}
        cursorLabel={chart(`cursor.${by}`)}
        points={periods.map((period) => ({
          key: period.from,
          axis: formatShortDay(period.from, period.from),
          title: periodName(period),
          value: shareOf(period),
          text: formatRatio(shareOf(period)),
        }))}
        tickText={formatRatio}
        smallestStep={0.01}
        isLastUnfinished={total.to >= today}
      />
    </>
  );
}

/** Each signal over the whole period: orders that carried it, and its worth. */
function SignalTable({ total }: { total: SignalPeriodWire }) {
  return (
    <>
      <ScrollBox label={t("attribution.signals")}>
        <table className="plain-table stacked-table">
          <thead>
            <tr>
              <th scope="col">{t("attribution.signal")}</th>
              <th scope="col" className="amount">
                {t("attribution.orders")}
              </th>
              <th scope="col" className="amount">
                {t("attribution.share")}
              </th>
              <th scope="col" className="amount">
                {t("attribution.credited")}
              </th>
              <th scope="col" className="amount">
                {t("attribution.lost")}
              </th>
              <th scope="col" className="amount">
                {t("attribution.elsewhere")}
              </th>
            </tr>
          </thead>
          <tbody>
            {total.signals
              .filter(({ orders }) => orders > 0)
              .map((one) => (
                <SignalRow key={one.signal} one={one} total={total} />
              ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t("attribution.all")}</th>
              <td className="amount" data-label={t("attribution.orders")}>
                <OrdersLink
                  count={total.orders}
                  label={(number) => t("attribution.links.orders", { number })}
                  span={total}
                />
              </td>
              <td className="amount" data-label={t("attribution.share")}>
                –
              </td>
              <td className="amount" data-label={t("attribution.credited")}>
                <OrdersLink
                  count={total.credited}
                  label={(number) => t("attribution.links.credited", { number })}
                  span={total}
                  status="credited"
                />
              </td>
              <td className="amount" data-label={t("attribution.lost")}>
                –
              </td>
              <td className="amount" data-label={t("attribution.elsewhere")}>
                –
              </td>
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      <Text as="p" tone="subdued">
        {t("attribution.help")}
      </Text>
    </>
  );
}

type SignalRowProps = { one: SignalPeriodWire["signals"][number]; total: SignalPeriodWire };

function SignalRow({ one, total }: SignalRowProps) {
  const { signal } = one;
  const name = signalName(signal);
  const worth = (count: number, kind: "lost" | "elsewhere") =>
    signal === noSignal ? (
      "–"
    ) : (
      <OrdersLink
        count={count}
        label={(shown) => t(`attribution.links.${kind}`, { number: shown, signal: name })}
        span={total}
        by={{ [`${kind}Without`]: signal }}
      />
    );
  return (
    <tr>
      <th scope="row" className="no-break">
        {name}
      </th>
      <td className="amount" data-label={t("attribution.orders")}>
        <OrdersLink
          count={one.orders}
          label={(number) => t("attribution.links.carried", { number, signal: name })}
          span={total}
          by={{ signal }}
        />
      </td>
      <td className="amount" data-label={t("attribution.share")}>
        {formatRatio(one.share)}
      </td>
      <td className="amount" data-label={t("attribution.credited")}>
        <OrdersLink
          count={one.credited}
          label={(number) => t("attribution.links.creditedWith", { number, signal: name })}
          span={total}
          by={{ signal }}
          status="credited"
        />
      </td>
      <td className="amount" data-label={t("attribution.lost")}>
        {worth(one.lostWithout, "lost")}
      </td>
      <td className="amount" data-label={t("attribution.elsewhere")}>
        {worth(one.elsewhereWithout, "elsewhere")}
      </td>
    </tr>
  );
}
