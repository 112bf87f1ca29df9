import { Badge, BlockStack, Button, ButtonGroup, InlineStack, Link, Text } from "@shopify/polaris";
import type { IdentityWire, ProofWire } from "#app/contracts/ledger.ts";
import { monthAfter } from "#app/domain/month.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { Section } from "../../shared/detail-page.tsx";
import { formatMoney, formatMonth } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { statusLabel } from "../../shared/status-badge.tsx";
import { StatementTools } from "./statement-tools.tsx";

type Named = { readonly id: string; readonly name: string };
type Props = { shown: ProofWire; affiliate: Named };

/**
 * M15 of one affiliate and a month or some days: what was owed before, what moved it, what is owed after. Each term can
 * be opened.
 */
export function IdentitySection({ shown, affiliate }: Props) {
  const { month, days, identities } = shown;
  const at = (by: number) => `/dashboard/proof?affiliate=${affiliate.id}&month=${monthAfter(month, by)}`;
  return (
    <Section title={`What ${affiliate.name} is owed, ${days ? daysText(days) : formatMonth(month)}`}>
      <InlineStack gap="300" align="space-between" blockAlign="center">
        <Text as="p" tone="subdued">
          Pending, payable and in transit together. Releases and payouts that were started move inside it.
        </Text>
        <ButtonGroup>
          <Button url={at(-1)}>{formatMonth(monthAfter(month, -1))}</Button>
          <Button url={at(1)}>{formatMonth(monthAfter(month, 1))}</Button>
        </ButtonGroup>
      </InlineStack>
      <StatementTools affiliateId={affiliate.id} month={month} days={days} />
      {identities.length === 0 && <Text as="p">Nothing was posted up to then.</Text>}
      <BlockStack gap="400">
        {identities.map((one) => (
          <IdentityTable
            key={one.opening.currencyCode}
            one={one}
            within={days ? { since: days.first, until: days.last } : { from: month, to: month }}
            before={days ? { until: dayAfter(days.first, -1) } : { to: monthAfter(month, -1) }}
            affiliateId={affiliate.id}
          />
        ))}
      </BlockStack>
    </Section>
  );
}

function daysText({ first, last }: { first: string; last: string }): string {
  return first === last ? first : `${first} to ${last}`;
}

/** Filters of the list of transfers: those of the span, and those up to it. */
type Filters = Readonly<Record<string, string>>;
type TableProps = { one: IdentityWire; within: Filters; before: Filters; affiliateId: string };

function IdentityTable({ one, within, before, affiliateId }: TableProps) {
  const { from: _from, since: _since, ...upToTheEnd } = within;
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
              <Link url={transfers(before)}>Opening</Link>
            </th>
            <td className="amount">{formatMoney(one.opening)}</td>
          </tr>
          {one.movements.map(({ code, amount }) => (
            <tr key={code}>
              <th scope="row">
                <Link url={transfers({ code, ...within })}>{statusLabel(code)}</Link>
              </th>
              <td className="amount">{formatMoney(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <Link url={transfers(upToTheEnd)}>Closing</Link>
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
