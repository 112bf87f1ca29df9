import { BlockStack, Button, Text } from "@shopify/polaris";
import { useState } from "react";
import type { BonusesPaidWire, PreviewWire } from "#app/contracts/preview.ts";
import { formatDate, formatMoney } from "../../../shared/format.ts";
import { ScrollBox } from "../../../shared/scroll-box.tsx";
import { UnreadOrders } from "../unread-orders.tsx";
import { bonusText } from "./bonus-preview.tsx";
import { PricedLines } from "./priced-lines.tsx";

type Props = { orders: PreviewWire["orders"]; timeZone: string };

/** The shop's newest orders under the draft and under today's terms; one of them is shown line by line. */
export function PricedOrders({ orders, timeZone }: Props) {
  const [openId, setOpenId] = useState<string | null>(null);
  const open = orders.find((order) => order.id === openId);
  if (orders.length === 0) return <Text as="p">There are no orders yet.</Text>;
  return (
    <BlockStack gap="300">
      <UnreadOrders count={orders.filter((order) => order.unread).length} />
      <ScrollBox label="The last orders under the draft">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Placed</th>
              <th scope="col">Affiliate</th>
              <th scope="col" className="amount">
                Draft
              </th>
              <th scope="col" className="amount">
                Today
              </th>
              <th scope="col">Lines</th>
            </tr>
          </thead>
          <tbody>
            {orders.map(({ id, name, placedAt, affiliate, draft, today, bonuses }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td className="no-break">{formatDate(placedAt, timeZone)}</td>
                <td>{affiliate ?? "Nobody: as if credited"}</td>
                <td className="amount">
                  {formatMoney(draft.totals.standing)}
                  {draft.moreThanSold && (
                    <Text as="p" tone="critical" variant="bodySm">
                      Commission is more than net sales
                    </Text>
                  )}
                  <BonusLines paid={bonuses.draft} />
                </td>
                <td className="amount">
                  {today ? formatMoney(today.totals.standing) : "–"}
                  <BonusLines paid={bonuses.today ?? []} />
                </td>
                <td>
                  <Button
                    variant="plain"
                    ariaExpanded={id === openId}
                    accessibilityLabel={`${id === openId ? "Hide" : "Show"} the lines of ${name}`}
                    onClick={() => setOpenId(id === openId ? null : id)}
                  >
                    {id === openId ? "Hide" : "Show"}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {open && <PricedLines subject={`order ${open.name}`} draft={open.draft} today={open.today} />}
    </BlockStack>
  );
}

/** T11: what the order reaches beside its own commission, had the terms been there from the beginning. */
function BonusLines({ paid }: { paid: BonusesPaidWire }) {
  return paid.map((bonus) => (
    <Text as="p" key={bonus.id} tone="subdued" variant="bodySm">
      {bonusText(bonus)}
    </Text>
  ));
}
