import { BlockStack, List, Text } from "@shopify/polaris";
import type { BonusesPaidWire, PreviewWire } from "#app/contracts/preview.ts";
import { formatMoney } from "../../../shared/format.ts";

type Basket = NonNullable<PreviewWire["bonuses"]["basket"]>;

/** T11: which bonuses the basket reaches, under the draft and under today's terms. */
export function BasketBonuses({ draft, today }: Basket) {
  return (
    <BlockStack gap="100">
      <Text as="p">{`Bonuses beside it: ${paidText(draft)}`}</Text>
      {today && <Text as="p" tone="subdued">{`Under today's terms: ${paidText(today)}`}</Text>}
    </BlockStack>
  );
}

function paidText(paid: BonusesPaidWire): string {
  return paid.length === 0 ? "none" : paid.map(bonusText).join("; ");
}

/** "First sale: +$25.00 once": a bonus that one order reaches. */
export function bonusText({ name, times, amount }: BonusesPaidWire[number]): string {
  if (times === null || amount === null) return `${name}: so often that such an order would wait for you`;
  return `${name}: +${formatMoney(amount)} ${timesText(times)}`;
}

function timesText(times: number): string {
  return times === 1 ? "once" : `for ${times} times`;
}

/** Affiliates who reached each bonus of the draft by today's counts, and its cost. */
export function ReachedBonuses({ bonuses }: { bonuses: PreviewWire["bonuses"]["affiliates"] }) {
  return (
    <BlockStack gap="300">
      <Text as="p" tone="subdued">
        By today’s counts, had the draft been there from the beginning. A bonus is paid by the order that
        reaches it: who is there already when you save gets it only at a further multiple, where it repeats.
      </Text>
      {bonuses.map(({ id, name, reached, more }) => (
        <BlockStack gap="100" key={id}>
          <Text as="h3" variant="headingSm">
            {name}
          </Text>
          {reached.length === 0 ? (
            <Text as="p">Nobody has reached it yet.</Text>
          ) : (
            <List>
              {reached.map(({ affiliate, times, amount }) => (
                <List.Item key={affiliate.id}>
                  {`${affiliate.name}: ${formatMoney(amount)} ${timesText(times)}`}
                </List.Item>
              ))}
              {more && <List.Item>and others</List.Item>}
            </List>
          )}
        </BlockStack>
      ))}
    </BlockStack>
  );
}
