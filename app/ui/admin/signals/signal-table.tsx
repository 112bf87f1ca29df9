import { Text } from "@shopify/polaris";
import { type SignalPeriodWire, signalName } from "#app/contracts/signals.ts";
import { noSignal } from "#app/domain/signals.ts";
import { formatRatio } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { OrdersLink } from "./orders-link.tsx";

/** Each signal over all the days shown: how many orders carried it, and what it was worth. */
export function SignalTable({ total }: { total: SignalPeriodWire }) {
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

type RowProps = { one: SignalPeriodWire["signals"][number]; total: SignalPeriodWire };

function SignalRow({ one, total }: RowProps) {
  const { signal } = one;
  const name = signalName(signal);
  const worth = (count: number, what: string, by: { missedWithout?: string; movedWithout?: string }) =>
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
        {worth(one.missedWithout, `orders for nobody without ${name}`, { missedWithout: signal })}
      </td>
      <td className="amount">
        {worth(one.movedWithout, `orders for somebody else without ${name}`, { movedWithout: signal })}
      </td>
    </tr>
  );
}
