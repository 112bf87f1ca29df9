import { Form } from "@remix-run/react";
import {
  Badge,
  Banner,
  BlockStack,
  Button,
  ButtonGroup,
  InlineGrid,
  InlineStack,
  Link,
  Text,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";
import type { IdentityWire, ProofWire } from "#app/contracts/ledger.ts";
import { monthAfter } from "#app/domain/day-spans.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { Section } from "../../shared/detail-page.tsx";
import { FileButton } from "../../shared/file-button.tsx";
import { formatDay, formatMoney, formatMonth } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { entryName } from "../../shared/entry-names.ts";
import { ledger } from "#app/i18n/en/admin/ledger.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ ledger });
const t = merchantText("ledger");

type NamedAffiliate = { readonly id: string; readonly name: string };
type Props = { shown: ProofWire };

/**
 * M15 of one or all affiliates in a month or other days: opening balance, movements, closing balance. Each term links
 * to its ledger entries.
 */
export function IdentitySection({ shown }: Props) {
  const { month, days, identities, affiliate, late } = shown;
  const at = (by: number) => `/dashboard/settings/ledger?${whose(affiliate)}month=${monthAfter(month, by)}`;
  return (
    <Section title={titleOf(affiliate, days ? daysText(days) : formatMonth(month))}>
      <InlineStack gap="300" align="space-between" blockAlign="center">
        <Text as="p" tone="subdued">
          {t("identity.about")}
        </Text>
        <ButtonGroup>
          {affiliate && (
            <Button url={`/dashboard/settings/ledger?month=${month}`}>{t("identity.all")}</Button>
          )}
          <Button url={at(-1)}>{formatMonth(monthAfter(month, -1))}</Button>
          <Button url={at(1)}>{formatMonth(monthAfter(month, 1))}</Button>
        </ButtonGroup>
      </InlineStack>
      <StatementTools affiliateId={affiliate?.id ?? null} month={month} days={days} />
      {late !== null && <Banner tone="warning">{late}</Banner>}
      {late === null && identities.length === 0 && <Text as="p">{t("identity.none")}</Text>}
      <BlockStack gap="400">
        {identities.map((one) => (
          <IdentityTable
            key={one.opening.currencyCode}
            one={one}
            within={days ? { since: days.first, until: days.last } : { from: month, to: month }}
            before={days ? { until: dayAfter(days.first, -1) } : { to: monthAfter(month, -1) }}
            affiliateId={affiliate?.id ?? null}
          />
        ))}
      </BlockStack>
    </Section>
  );
}

/** Query parameter of the affiliate; empty for all affiliates. */
const whose = (affiliate: NamedAffiliate | null): string =>
  affiliate === null ? "" : `affiliate=${affiliate.id}&`;

const titleOf = (affiliate: NamedAffiliate | null, days: string): string =>
  affiliate === null ? t("identity.title", { days }) : t("identity.titleOf", { name: affiliate.name, days });

function daysText({ first, last }: { first: string; last: string }): string {
  return first === last
    ? formatDay(first)
    : t("identity.days", { first: formatDay(first), last: formatDay(last) });
}

/** A fee changes the balance only if the affiliate bears it. The shop's fees have the same code. */
const narrowed: Readonly<Record<string, { readonly part: string }>> = { fee: { part: "withheld" } };

/** Filters of ledger entries: within the span, and before it. */
type Filters = Readonly<Record<string, string>>;
type IdentityTableProps = { one: IdentityWire; within: Filters; before: Filters; affiliateId: string | null };

function IdentityTable({ one, within, before, affiliateId }: IdentityTableProps) {
  const { from: _from, since: _since, ...upToTheEnd } = within;
  const { currencyCode } = one.opening;
  const transfers = (query: Record<string, string>) => {
    const own = affiliateId === null ? {} : { affiliate: affiliateId };
    const params = new URLSearchParams({ ...own, currency: currencyCode, ...query });
    return `/dashboard/settings/ledger/transfers?${params.toString()}`;
  };
  return (
    <ScrollBox label={t("identity.label", { currency: currencyCode })}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("identity.term")}</th>
            <th scope="col" className="amount">
              {currencyCode}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <Link url={transfers(before)}>{t("identity.opening")}</Link>
            </th>
            <td className="amount">{formatMoney(one.opening)}</td>
          </tr>
          {one.movements.map(({ code, amount }) => (
            <tr key={code}>
              <th scope="row">
                <Link url={transfers({ code, ...narrowed[code], ...within })}>{entryName(code)}</Link>
              </th>
              <td className="amount">{formatMoney(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <Link url={transfers(upToTheEnd)}>{t("identity.closing")}</Link>
            </th>
            <td className="amount">{formatMoney(one.closing)}</td>
          </tr>
          <tr>
            <th scope="row">
              {one.holds ? (
                <Badge tone="success">{t("identity.holds")}</Badge>
              ) : (
                <Badge tone="critical">{t("identity.differs")}</Badge>
              )}
            </th>
            <td className="amount">{formatMoney(one.difference)}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  );
}

type StatementToolsProps = { affiliateId: string | null; month: string; days: Days | null };

/** Download of the statement, if it is one affiliate's, and a form for days other than a month. */
function StatementTools({ affiliateId, month, days }: StatementToolsProps) {
  const span = days === null ? `month=${month}` : `first=${days.first}&last=${days.last}`;
  const address = `/dashboard/affiliates/${affiliateId}/statement?${span}`;
  return (
    <InlineStack gap="300" align="space-between" blockAlign="end">
      <DaysForm key={span} affiliateId={affiliateId} days={days} />
      <ButtonGroup>
        {affiliateId !== null && <FileButton url={`${address}&format=pdf`} content={t("identity.pdf")} />}
        {affiliateId !== null && <FileButton url={`${address}&format=csv`} content={t("identity.csv")} />}
        <FileButton url={`/dashboard/export/statements.csv?${span}`} content={t("identity.allCsv")} />
      </ButtonGroup>
    </InlineStack>
  );
}

type Days = { readonly first: string; readonly last: string };

function DaysForm({ affiliateId, days }: Pick<StatementToolsProps, "affiliateId" | "days">) {
  const [chosen, setChosen] = useState<Days>(days ?? { first: "", last: "" });
  const { first, last } = chosen;
  const isTurned = first !== "" && last !== "" && last < first;
  return (
    <Form method="get" aria-label={t("identity.other")}>
      {affiliateId !== null && <input type="hidden" name="affiliate" value={affiliateId} />}
      <InlineGrid columns={{ xs: 1, sm: "1fr 1fr auto" }} gap="200" alignItems="start">
        {(["first", "last"] as const).map((name) => (
          <TextField
            key={name}
            label={t(`identity.${name}`)}
            prefix={t(`identity.${prefixes[name]}`)}
            labelHidden
            type="date"
            name={name}
            autoComplete="off"
            value={chosen[name]}
            onChange={(value) => setChosen({ ...chosen, [name]: value })}
            {...(name === "last" && isTurned && { error: t("identity.order") })}
          />
        ))}
        <Button submit disabled={first === "" || last === "" || isTurned}>
          {t("identity.show")}
        </Button>
      </InlineGrid>
    </Form>
  );
}

const prefixes = { first: "from", last: "to" } as const;
