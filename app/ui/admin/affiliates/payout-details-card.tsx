import { Banner, BlockStack, Text } from "@shopify/polaris";
import type { PayoutDetailsAnswer, PayoutDetailsWire } from "#app/contracts/payout-details.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { FactList, Section } from "../../shared/detail-page.tsx";
import { formatDateTime } from "../../shared/format.ts";

type Props = { readonly details: PayoutDetailsAnswer; readonly timeZone: string };

/** Where an affiliate is paid, in part only, and a change that waits. Nobody at the store can change it. */
export function PayoutDetailsCard({ details, timeZone }: Props) {
  const { current, next, unconfirmed } = details;
  const from = next?.effectiveAt ? formatDateTime(next.effectiveAt, timeZone) : "";
  return (
    <Section title="Payout details">
      {next && current && (
        <Banner tone="warning">{`They change where they are paid, from ${from} on. If this seems odd, ask them.`}</Banner>
      )}
      {current ? (
        <FactList
          facts={[
            { term: "Paid by", description: methodNames[current.method] },
            { term: "To", description: current.account },
            { term: "Since", description: formatDateTime(current.effectiveAt ?? "", timeZone) },
          ]}
        />
      ) : (
        <Text as="p">None hold: this affiliate can only be paid outside.</Text>
      )}
      {next && <FactList facts={[{ term: `From ${from}`, description: accountText(next) }]} />}
      {unconfirmed && (
        <BlockStack gap="100">
          <Text as="p" tone="subdued">
            {`Entered, not confirmed by mail yet: ${accountText(unconfirmed)}`}
          </Text>
        </BlockStack>
      )}
    </Section>
  );
}

function accountText({ method, account }: PayoutDetailsWire): string {
  return `${methodNames[method]}, ${account}`;
}
