import { Banner, BlockStack, Link, Text } from "@shopify/polaris";
import type { PayoutItemDetailWire } from "#app/contracts/payout.ts";
import type { BatchStatus } from "#app/domain/payouts/batch.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { DetailPage, FactList, type HistoryEntry, HistoryList, Section } from "../../shared/detail-page.tsx";
import { formatCount, formatMoney } from "../../shared/format.ts";
import { Postings } from "../../shared/orders/postings.tsx";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { CommissionsLink } from "./commissions-link.tsx";
import { ItemActions } from "./item-actions.tsx";
import { PaymentBadge } from "./payment-badge.tsx";
import { sectionUrl, stateMeanings, stateName } from "./payout-words.ts";

export type PayoutItemPageData = {
  readonly item: PayoutItemDetailWire;
  readonly commissionCount: number;
  /** Where its batch stands. */
  readonly batchStatus: BatchStatus;
  /** Today in the store's time zone. */
  readonly today: string;
  readonly history: readonly HistoryEntry[];
  readonly timeZone: string;
};

/** One payment: where it stands, what was posted for it, and what the provider said. */
export function PayoutItemPage(data: PayoutItemPageData) {
  const { item, batchStatus, today, timeZone } = data;
  const { amount, affiliate, receiver } = item;
  return (
    <DetailPage
      title={`Payment to ${affiliate.name}`}
      subtitle={receiver === "" ? formatMoney(amount) : `${formatMoney(amount)} to ${receiver}`}
      back={{ content: "Payout", url: sectionUrl({ payout: item.payout, id: item.section }) }}
      aside={<Aside {...data} />}
    >
      <Banner
        tone={item.status === "person" ? "critical" : "info"}
        title={stateName(item.status, item.method)}
      >
        <p>{stateMeanings[item.status]}</p>
        {item.reason !== "" && <p>{item.reason}</p>}
      </Banner>
      <ItemActions item={item} batchStatus={batchStatus} today={today} />
      <Section title="Commissions">
        <PaymentLines covers={item.covers} />
        <CommissionsLink of={item.id} count={data.commissionCount} />
      </Section>
      <Section title="Ledger entries">
        <Postings postings={item.transfers} timeZone={timeZone} withAffiliate={false} />
        <Link url={`/dashboard/settings/ledger/transfers?subject=${item.id}`}>Open in the ledger</Link>
      </Section>
      <Section title="Timeline">
        <HistoryList entries={historyOf(data)} timeZone={timeZone} />
      </Section>
    </DetailPage>
  );
}

function Aside({ item }: PayoutItemPageData) {
  const { provider, affiliate, withheld, fee } = item;
  return (
    <>
      <Section title="Details">
        <FactList
          facts={[
            {
              term: "Status",
              description: <PaymentBadge item={item} />,
            },
            { term: "Method", description: methodNames[item.method] },
            { term: "Amount", description: formatMoney(item.amount) },
            { term: "Kept for fees", description: formatMoney(withheld) },
            { term: "Provider's fee", description: formatMoney(fee) },
            { term: "Paid to", description: item.receiver === "" ? "Outside the app" : item.receiver },
            {
              term: "Affiliate",
              description: <Link url={`/dashboard/affiliates/${affiliate.id}`}>{affiliate.name}</Link>,
            },
          ]}
        />
      </Section>
      <Section title="Provider">
        {provider.itemId === "" && provider.transactionId === "" && provider.status === "" ? (
          <Text as="p">No answer yet.</Text>
        ) : (
          <FactList
            facts={[
              { term: "Status", description: provider.status || "–" },
              { term: "Its id", description: provider.itemId || "–" },
              { term: "Transaction", description: provider.transactionId || "–" },
            ]}
          />
        )}
      </Section>
    </>
  );
}

/** What people decided, and what happened by the clock; a decision tells the same with its name. */
function historyOf({ item, history }: PayoutItemPageData): HistoryEntry[] {
  const isDecided = ({ text }: HistoryEntry) =>
    history.some((one) => one.text === text || one.text.startsWith(`${text}: `));
  return [...history, ...instantsOf(item).filter((one) => !isDecided(one))].toSorted(newestFirst);
}

const newestFirst = (a: HistoryEntry, b: HistoryEntry) => (a.at < b.at ? 1 : -1);

/** What happened to it by the clock; who decided something stands beside that. */
function instantsOf(item: PayoutItemDetailWire): HistoryEntry[] {
  const instants = [
    ["planned", "Planned and set aside", item.plannedAt],
    ["sent", "Sent", item.sentAt],
    ["settled", "Paid", item.settledAt],
    ["closed", item.status === "settled" ? null : stateName(item.status), item.closedAt],
  ] as const;
  return instants.flatMap(([id, text, at]) =>
    text === null || at === null ? [] : [{ id, text, actor: "Affiliate Platform", at }],
  );
}

type Covers = PayoutItemDetailWire["covers"];
type CoveredLine = Covers["lines"][number];

/** The commissions that a payment pays, and what it deducts. */
function PaymentLines({ covers }: { covers: Covers }) {
  const { lines, total } = covers;
  return (
    <BlockStack gap="200">
      <ScrollBox label="Commissions">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Commission</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  <LineName line={line} />
                </th>
                <td>{formatMoney(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {total > lines.length && (
        <Text as="p" tone="subdued">
          The first {formatCount(lines.length)} of {formatCount(total)}
        </Text>
      )}
    </BlockStack>
  );
}

const names = {
  adjustment: "Adjustment",
  payout_item: "Earlier payment",
  write_off: "Write-off",
  opening_balance: "Opening balance",
} as const;

function LineName({ line }: { line: CoveredLine }) {
  if (line.kind !== "commission") return names[line.kind];
  const url = `/dashboard/affiliates/commissions/${line.id}`;
  const isDeduction = line.amount.amount.startsWith("-");
  return (
    <>
      <Link url={url}>{line.order?.name ?? "Commission"}</Link>
      {isDeduction && " (deduction)"}
    </>
  );
}
