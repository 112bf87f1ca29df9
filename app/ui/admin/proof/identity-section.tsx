import { Badge, BlockStack, Button, ButtonGroup, InlineStack, Link, Text } from "@shopify/polaris";
import type { IdentityWire, ProofWire } from "#app/contracts/ledger.ts";
import { monthAfter } from "#app/domain/month.ts";
import { Section } from "../../shared/detail-page.tsx";
import { formatMoney, formatMonth } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { statusLabel } from "../../shared/status-badge.tsx";

type Named = { readonly id: string; readonly name: string };
type Props = { shown: ProofWire; affiliate: Named };

/** M15 of one affiliate and month: what was owed before, what moved it, what is owed after. Each term can be opened. */
export function IdentitySection({ shown, affiliate }: Props) {
  const { month, identities } = shown;
  const at = (by: number) => `/dashboard/proof?affiliate=${affiliate.id}&month=${monthAfter(month, by)}`;
  return (
    <Section title={`What ${affiliate.name} is owed, ${formatMonth(month)}`}>
      <InlineStack gap="300" align="space-between" blockAlign="center">
        <Text as="p" tone="subdued">
          Pending, payable and in transit together. Releases and payouts that were started move inside it.
        </Text>
        <ButtonGroup>
          <Button url={at(-1)}>{formatMonth(monthAfter(month, -1))}</Button>
          <Button url={at(1)}>{formatMonth(monthAfter(month, 1))}</Button>
        </ButtonGroup>
      </InlineStack>
      {identities.length === 0 && <Text as="p">Nothing was posted up to the end of this month.</Text>}
      <BlockStack gap="400">
        {identities.map((one) => (
          <IdentityTable key={one.opening.currencyCode} one={one} month={month} affiliateId={affiliate.id} />
        ))}
      </BlockStack>
    </Section>
  );
}

type TableProps = { one: IdentityWire; month: string; affiliateId: string };

function IdentityTable({ one, month, affiliateId }: TableProps) {
  const { currencyCode } = one.opening;
  const transfers = (query: Record<string, string>) => {
    const params = new URLSearchParams({ affiliate: affiliateId, currency: currencyCode, ...query });
    return `/dashboard/proof/transfers?${params.toString()}`;
  };
  return (
    <ScrollBox label={`Identity in ${currencyCode}`}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Term</th>
            <th scope="col" className="amount">
              {currencyCode}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <Link url={transfers({ to: monthAfter(month, -1) })}>Opening</Link>
            </th>
            <td className="amount">{formatMoney(one.opening)}</td>
          </tr>
          {one.movements.map(({ code, amount }) => (
            <tr key={code}>
              <th scope="row">
                <Link url={transfers({ code, from: month, to: month })}>{statusLabel(code)}</Link>
              </th>
              <td className="amount">{formatMoney(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <Link url={transfers({ to: month })}>Closing</Link>
            </th>
            <td className="amount">{formatMoney(one.closing)}</td>
          </tr>
          <tr>
            <th scope="row">
              {one.holds ? (
                <Badge tone="success">It adds up</Badge>
              ) : (
                <Badge tone="critical">Differs by</Badge>
              )}
            </th>
            <td className="amount">{formatMoney(one.difference)}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  );
}
