import { Form } from "@remix-run/react";
import {
  BlockStack,
  Button,
  DescriptionList,
  InlineStack,
  Link,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";
import { type SignalPeriodWire, type SignalsWire } from "#app/contracts/signals.ts";
import { signalName } from "#app/i18n/signal-words.ts";
import { noSignal, type SignalName, signalNames } from "#app/domain/signals.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatCount, formatDay, formatRatio, formatShortDay } from "../../shared/format.ts";
import { BarChart } from "../../shared/chart/bar-chart.tsx";
import { LineChart } from "../../shared/chart/line-chart.tsx";
import { charts } from "#app/i18n/en/admin/charts.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useFileAction } from "../../shared/file-button.tsx";
import { OrdersLink, periodName, PeriodTable, shownSignals } from "./period-table.tsx";

provideTexts({ charts });

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
  const file = useFileAction(exportUrl, "Export CSV");
  const days = `${formatDay(total.from)} to ${formatDay(total.to)}`;
  return (
    <AppPage
      title={frameText("pages.attributionReport")}
      fullWidth
      backAction={{ content: frameText("pages.reports"), url: "/dashboard/reports" }}
      {...(total.orders > 0 && { secondaryActions: [file] })}
    >
      <BlockStack gap="400">
        <ErrorBanner message={fault} />
        <Section title="Days">
          <SpanForm key={`${total.from} ${total.to} ${signals.by}`} signals={signals} />
        </Section>
        {total.orders === 0 ? (
          <Section title="No orders in these days">
            <Text as="p">
              When orders come, this page shows over time by which signals they find their affiliate, and how
              many would have been lost without each.
            </Text>
          </Section>
        ) : (
          <>
            <Section title="What orders carried">
              <Text as="p">{`Orders of ${days}: ${formatCount(total.orders)}, of which ${formatCount(total.credited)} credited.`}</Text>
              <SignalBars total={total} />
              <SignalTable total={total} />
            </Section>
            <Section title="Over time">
              <SignalTrend key={`${total.from} ${total.to}`} signals={signals} today={today} />
              <PeriodTable signals={signals} />
            </Section>
          </>
        )}
        <Section title="What the signals are">
          <SignalWords />
        </Section>
      </BlockStack>
    </AppPage>
  );
}

const steps = [
  { label: "Day by day", value: "day" },
  { label: "Week by week", value: "week" },
];

/** Without JavaScript this is a GET form with the same URL. */
function SpanForm({ signals: { total, by } }: { signals: SignalsWire }) {
  const [span, setSpan] = useState<{ from: string; to: string; by: string }>({
    from: total.from,
    to: total.to,
    by,
  });
  const isTurned = span.from !== "" && span.to !== "" && span.to < span.from;
  return (
    <Form method="get" aria-label="Days">
      <InlineStack gap="300" blockAlign="end">
        <TextField
          label="From"
          name="from"
          type="date"
          autoComplete="off"
          value={span.from}
          onChange={(from) => setSpan((before) => ({ ...before, from }))}
        />
        <TextField
          label="To"
          name="to"
          type="date"
          autoComplete="off"
          value={span.to}
          {...(isTurned && { error: "Must not be before the first day" })}
          onChange={(to) => setSpan((before) => ({ ...before, to }))}
        />
        <Select
          label="Shown"
          name="by"
          options={steps}
          value={span.by}
          onChange={(step) => setSpan((before) => ({ ...before, by: step }))}
        />
        <Button submit>Show</Button>
      </InlineStack>
    </Form>
  );
}

const words: Record<SignalName, string> = {
  code: "A discount code of an affiliate that the shopper entered. It survives blockers, other devices and lost cookies.",
  customer: "The customer was bound to an affiliate by an earlier order, or by you.",
  click:
    "A signed click on an affiliate's link that came with the cart or the landing page. It needs the app embed of your theme, and consent where the law asks for it.",
  landing:
    "The address of the page where the visit began names an affiliate: ?ref=CODE, or a parameter of another system.",
  pixel:
    "The web pixel saw a signed click when the checkout was completed. It helps where the cart lost the click.",
  product: "A product of the order belongs to an affiliate.",
  claim: "An affiliate said that the order was theirs, and you accepted.",
  tag: "An affiliate's code is in the order's tags or note, or in the customer's tags, for example typed at a point of sale. Off by default.",
  renewal: "The order renews a subscription whose first order was credited to an affiliate.",
  none: "Nothing on the order points to an affiliate: visitors who came by themselves, and sales whose signals were lost.",
};

/** Each signal in words, and its conditions. */
function SignalWords() {
  return (
    <>
      <DescriptionList
        items={signalNames.map((signal) => ({ term: signalName(signal), description: words[signal] }))}
      />
      <Text as="p" tone="subdued">
        Which of them counts first is your choice in the rules of{" "}
        <Link url="/dashboard/settings/attribution">attribution</Link>.
      </Text>
    </>
  );
}

/** Share of the orders with each signal. */
export function SignalBars({ total }: { total: SignalPeriodWire }) {
  const t = useText("charts");
  const bars = total.signals
    .filter(({ orders }) => orders > 0)
    .map(({ signal, share }) => ({ label: signalName(signal), value: share, text: formatRatio(share) }))
    .toSorted((a, b) => b.value - a.value);
  const [first] = bars;
  if (first === undefined) return null;
  return <BarChart label={t("signals.bars", { first: first.label, value: first.text })} bars={bars} />;
}

/** Share of the orders with one signal, by period. */
export function SignalTrend({
  signals: { by, total, periods },
  today,
}: {
  signals: SignalsWire;
  today: string;
}) {
  const t = useText("charts");
  const names = shownSignals(total);
  const [chosen, setChosen] = useState(names[0] ?? noSignal);
  const shareOf = (period: SignalPeriodWire) =>
    period.signals.find(({ signal }) => signal === chosen)?.share ?? 0;
  return (
    <>
      <div className="no-print">
        <Select
          label={t("signals.signal")}
          labelInline
          options={names.map((value) => ({ value, label: signalName(value) }))}
          value={chosen}
          onChange={(value) => setChosen(names.find((one) => one === value) ?? noSignal)}
        />
      </div>
      <LineChart
        label={t("signals.trend", {
          signal: signalName(chosen),
          from: formatDay(total.from),
          to: formatDay(total.to),
          share: formatRatio(shareOf(total)),
        })}
        cursorLabel={t(`cursor.${by}`)}
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
      <ScrollBox label="Signals">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Signal</th>
              <th scope="col" className="amount">
                Orders with it
              </th>
              <th scope="col" className="amount">
                Share
              </th>
              <th scope="col" className="amount">
                Credited
              </th>
              <th scope="col" className="amount">
                Nobody without it
              </th>
              <th scope="col" className="amount">
                Somebody else without it
              </th>
            </tr>
          </thead>
          <tbody>
            {total.signals.map((one) => (
              <SignalRow key={one.signal} one={one} total={total} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All orders</th>
              <td className="amount">
                <OrdersLink count={total.orders} what="orders" span={total} />
              </td>
              <td className="amount">–</td>
              <td className="amount">
                <OrdersLink count={total.credited} what="credited orders" span={total} status="credited" />
              </td>
              <td className="amount">–</td>
              <td className="amount">–</td>
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      <Text as="p" tone="subdued">
        An order may carry several signals. “Nobody without it” are the sales that would have been lost had
        this signal been missing; “somebody else without it” would have gone to another affiliate.
      </Text>
    </>
  );
}

type SignalRowProps = { one: SignalPeriodWire["signals"][number]; total: SignalPeriodWire };

function SignalRow({ one, total }: SignalRowProps) {
  const { signal } = one;
  const name = signalName(signal);
  const worth = (count: number, what: string, by: { lostWithout?: string; elsewhereWithout?: string }) =>
    signal === noSignal ? "–" : <OrdersLink count={count} what={what} span={total} by={by} />;
  return (
    <tr>
      <th scope="row" className="no-break">
        {name}
      </th>
      <td className="amount">
        <OrdersLink count={one.orders} what={`orders, ${name}`} span={total} by={{ signal }} />
      </td>
      <td className="amount">{formatRatio(one.share)}</td>
      <td className="amount">
        <OrdersLink
          count={one.credited}
          what={`credited orders, ${name}`}
          span={total}
          by={{ signal }}
          status="credited"
        />
      </td>
      <td className="amount">
        {worth(one.lostWithout, `orders for nobody without ${name}`, { lostWithout: signal })}
      </td>
      <td className="amount">
        {worth(one.elsewhereWithout, `orders for somebody else without ${name}`, {
          elsewhereWithout: signal,
        })}
      </td>
    </tr>
  );
}
