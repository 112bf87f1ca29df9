import { Link } from "@shopify/polaris";
import type { SignalPeriodWire, SignalsWire } from "#app/contracts/signals.ts";
import { signalName } from "#app/i18n/signal-words.ts";
import { formatCount, formatDay, formatRatio } from "../../shared/format.ts";
import { reports } from "#app/i18n/en/admin/reports.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";

provideTexts({ reports });
const t = merchantText("reports");

/** Orders with each signal and their share, newest period first. */
export function PeriodTable({ signals: { by, total, periods } }: { signals: SignalsWire }) {
  const names = shownSignals(total);
  return (
    <ScrollBox label={t("attribution.overTimeTable")}>
      <table className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">{t(`attribution.${by}`)}</th>
            <th scope="col" className="amount">
              {t("attribution.all")}
            </th>
            {names.map((signal) => (
              <th key={signal} scope="col" className="amount">
                {signalName(signal)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.toReversed().map((period) => (
            <tr key={period.from}>
              <th scope="row" className="no-break">
                {periodName(period)}
              </th>
              <td className="amount" data-label={t("attribution.all")}>
                <OrdersLink
                  count={period.orders}
                  label={(number) => t("attribution.links.ordersIn", { number, period: periodName(period) })}
                  span={period}
                />
              </td>
              {period.signals
                .filter((one) => names.includes(one.signal))
                .map((one) => (
                  <td key={one.signal} className="amount" data-label={signalName(one.signal)}>
                    <span>
                      <OrdersLink
                        count={one.orders}
                        label={(number) =>
                          t("attribution.links.carriedIn", {
                            number,
                            signal: signalName(one.signal),
                            period: periodName(period),
                          })
                        }
                        span={period}
                        by={{ signal: one.signal }}
                      />
                      {one.orders > 0 && ` · ${formatRatio(one.share)}`}
                    </span>
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** Signals of any order in these days; all of them without orders. */
export function shownSignals(total: SignalPeriodWire): SignalPeriodWire["signals"][number]["signal"][] {
  return total.signals.filter((one) => one.orders > 0).map((one) => one.signal);
}

export function periodName({ from, to }: Pick<SignalPeriodWire, "from" | "to">): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

type OrdersLinkProps = {
  count: number;
  /** Text for screen readers, with the shown number. */
  label: (count: string) => string;
  span: { readonly from: string; readonly to: string };
  by?: { readonly signal?: string; readonly lostWithout?: string; readonly elsewhereWithout?: string };
  status?: "credited";
};

/** A number of orders, linked to them unless zero. */
export function OrdersLink({ count, label, span, by, status }: OrdersLinkProps) {
  if (count === 0) return formatCount(0);
  const query = new URLSearchParams({ ...(status && { status }), ...by, from: span.from, to: span.to });
  const text = formatCount(count);
  return (
    <Link url={`/dashboard/orders?${query.toString()}`} accessibilityLabel={label(text)}>
      {text}
    </Link>
  );
}
