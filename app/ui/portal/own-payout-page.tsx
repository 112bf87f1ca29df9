import { Badge, Banner, BlockStack, Box, Link, Page, Text } from "@shopify/polaris";
import { mailLink, TaggedText } from "../texts/tagged-text.tsx";
import type { OwnPayoutLineWire, OwnPayoutWire, OwnLedgerEntryWire } from "#app/contracts/portal.ts";
import { type Fact, FactList, Section } from "../shared/detail-page.tsx";
import { formatCount, formatDateTime, formatMoney } from "../shared/format.ts";
import { useText } from "../texts/use-text.ts";
import { usePayoutWords, useLedgerEntryText } from "./use-payout-words.ts";

type Props = {
  readonly payout: OwnPayoutWire;
  readonly transfers: readonly OwnLedgerEntryWire[];
  readonly lines: readonly OwnPayoutLineWire[];
  readonly lineCount: number;
  readonly shop: { readonly name: string; readonly contactEmail: string | null };
  readonly timeZone: string;
};

/** A payout of the affiliate: state, advice, and each ledger entry. */
export function OwnPayoutPage({ payout, transfers, lines, lineCount, shop, timeZone }: Props) {
  const t = useText("portal");
  const ledgerEntryText = useLedgerEntryText();
  const { label, tone, text, advice } = usePayoutWords()(payout);
  const facts = usePayoutFacts(payout, timeZone);
  return (
    <main>
      <Page
        title={t("payout.heading", { amount: formatMoney(payout.amount) })}
        titleMetadata={<Badge {...(tone && { tone })}>{label}</Badge>}
        backAction={{ content: t("payouts.title"), url: "/portal/payouts" }}
      >
        <BlockStack gap="400">
          {advice !== undefined && (
            <Banner tone="warning">
              <BlockStack gap="200">
                <p>{advice}</p>
                <p>
                  <Link url="/portal/payout-details">{t("payouts.details")}</Link>
                </p>
              </BlockStack>
            </Banner>
          )}
          <Section title={t("payout.title")}>
            <Text as="p">{text}</Text>
            <FactList facts={facts} />
          </Section>
          <OwnPayoutLines lines={lines} count={lineCount} />
          <Section title={t("payout.timeline")}>
            <ol className="history-list">
              {transfers.map((one) => (
                <li key={one.id}>
                  <Text as="p">
                    {t("payout.entry.line", {
                      what: ledgerEntryText(one),
                      amount: formatMoney(one.amount),
                    })}
                  </Text>
                  <Text as="p" tone="subdued" variant="bodySm">
                    <time dateTime={one.at}>{formatDateTime(one.at, timeZone)}</time>
                  </Text>
                </li>
              ))}
            </ol>
          </Section>
          {shop.contactEmail !== null && (
            <Box paddingInline={{ xs: "400", sm: "0" }}>
              <Text as="p" tone="subdued">
                <TaggedText
                  text={t("payout.questions", { email: shop.contactEmail })}
                  tags={{ mail: mailLink }}
                />
              </Text>
            </Box>
          )}
        </BlockStack>
      </Page>
    </main>
  );
}

function usePayoutFacts(payout: OwnPayoutWire, timeZone: string): Fact[] {
  const t = useText("portal");
  const states = useText("states");
  const instant = (at: string) => formatDateTime(at, timeZone);
  return [
    { term: t("payout.method"), description: states(`method.${payout.method}`) },
    ...(payout.receiver === "" ? [] : [{ term: t("payout.to"), description: payout.receiver }]),
    ...(payout.fee ? [{ term: t("payout.fee"), description: formatMoney(payout.fee) }] : []),
    { term: t("payout.prepared"), description: instant(payout.plannedAt) },
    ...(payout.sentAt ? [{ term: t("payout.sent"), description: instant(payout.sentAt) }] : []),
    ...(payout.settledAt ? [{ term: t("payout.paid"), description: instant(payout.settledAt) }] : []),
  ];
}

type OwnPayoutLinesProps = { readonly lines: readonly OwnPayoutLineWire[]; readonly count: number };

/** The commissions and deductions of a payout. */
function OwnPayoutLines({ lines, count }: OwnPayoutLinesProps) {
  const t = useText("home");
  if (lines.length === 0) return null;
  return (
    <Section title={t("covers.title")}>
      <ul className="portal-lines">
        {lines.map((line) => (
          <li key={line.id}>
            <span className="portal-line-name">
              <LineName line={line} />
            </span>
            <Text as="span" numeric>
              {formatMoney(line.amount)}
            </Text>
          </li>
        ))}
      </ul>
      {count > lines.length && (
        <Text as="p" tone="subdued">
          {t("covers.part", { shown: formatCount(lines.length), total: formatCount(count) })}
        </Text>
      )}
    </Section>
  );
}

function LineName({ line: { kind, order, amount } }: { line: OwnPayoutLineWire }) {
  const t = useText("home");
  const states = useText("states");
  const link = order && <Link url={`/portal/orders/${encodeURIComponent(order.id)}`}>{order.name}</Link>;
  if (kind !== "commission") return <span>{states(`entry.${kind}`)}</span>;
  if (!amount.amount.startsWith("-")) return link ?? <span>{t("covers.commission")}</span>;
  return (
    <>
      <span>{states("entry.deduction")}</span> {link}
    </>
  );
}
