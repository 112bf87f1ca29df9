import { Card, Link, Text } from "@shopify/polaris";
import type { BatchBooksWire } from "#app/contracts/batch-books.ts";
import type { PayoutDetailWire, PayoutItemWire } from "#app/contracts/payout.ts";
import type { PayoutPartWire } from "#app/contracts/payout-part.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { DetailPage, FactList, type HistoryEntry, HistoryList, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatDateTime, formatMoney } from "../../shared/format.ts";
import { AddressFault } from "../../shared/list/address-fault.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { useFileAction } from "../../shared/use-file-action.ts";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { BatchDecision } from "./batch-decision.tsx";
import { PayoutBanners } from "./payout-banners.tsx";
import { PayoutBooks } from "./payout-books.tsx";
import { PayoutItems } from "./payout-items.tsx";
import { PayoutParts } from "./payout-parts.tsx";
import { PayoutProgress } from "./payout-progress.tsx";
import { isMoving, payoutName, peopleText, sumText } from "./payout-words.ts";
import { usePayoutActions } from "./use-payout-actions.ts";

export type PayoutPageData = {
  readonly payout: PayoutDetailWire;
  readonly totalMinor: string;
  readonly items: readonly PayoutItemWire[];
  readonly pagination: PageOfList;
  readonly parts: { readonly total: number; readonly shown: readonly PayoutPartWire[] };
  /** M15 of the batch, and how far it is reconciled; null where nothing was planned. */
  readonly books: BatchBooksWire | null;
  /** Today in the store's time zone. */
  readonly today: string;
  readonly staffCount: number;
  readonly history: readonly HistoryEntry[];
  readonly timeZone: string;
};

/** One batch: how far it is, what it waits for, and each of its payments. */
export function PayoutPage(data: PayoutPageData) {
  const { payout, items, pagination, parts, today, staffCount, timeZone } = data;
  const { primary, secondary, retry, refusal } = usePayoutActions(payout, data.totalMinor);
  const file = useFileAction(`/dashboard/payouts/${payout.id}/items.csv`, "Export CSV");
  useLookWhile(isMoving(payout));
  return (
    <DetailPage
      title={payoutName(payout)}
      subtitle={sumText(payout.planned)}
      status={payout.status}
      back={{ content: "Payouts", url: "/dashboard/affiliates/payouts" }}
      {...(primary && { primaryAction: primary })}
      secondaryActions={[...secondary, ...(payout.planned.count > 0 ? [file] : [])]}
      aside={<Aside {...data} />}
    >
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <AddressFault />
      <PayoutBanners payout={payout} staffCount={staffCount} onRetry={retry} />
      <PayoutProgress payout={payout} />
      <PayoutParts method={payout.method} parts={parts.shown} total={parts.total} timeZone={timeZone} />
      <BatchDecision payout={payout} today={today} />
      <Card padding="0">
        <PayoutItems items={items} pagination={pagination} states={payout.states} timeZone={timeZone} />
      </Card>
    </DetailPage>
  );
}

/** Whom it did not pay when it was planned, counted by the reason. */
function LeftOut({ payout: { id, leftOut } }: { payout: PayoutDetailWire }) {
  if (leftOut.length === 0) return null;
  return (
    <Section title="Left out when it was planned">
      <FactList
        facts={leftOut.map(({ text, count, payable }) => ({
          term: text,
          description: `${peopleText(count)}, ${formatMoney(payable)}`,
        }))}
      />
      <Text as="p">
        <Link url={`/dashboard/affiliates/payouts/${id}/left-out`}>Who was left out</Link>
      </Text>
    </Section>
  );
}

function Aside({ payout, books, history, timeZone }: PayoutPageData) {
  const said = (by: string | null, at: string | null) =>
    by === null || at === null ? "Not yet" : `${by}, ${formatDateTime(at, timeZone)}`;
  const { cutoffAt, chosen, needsApproval } = payout;
  return (
    <>
      <Section title="Details">
        <FactList
          facts={[
            { term: "Method", description: methodNames[payout.method] },
            { term: "Total", description: formatMoney(payout.planned.total) },
            {
              term: "Affiliates",
              description: chosen === null ? "Everybody" : `${peopleText(chosen)} chosen`,
            },
            {
              term: "Payable until",
              description: cutoffAt === null ? "No limit" : formatDateTime(cutoffAt, timeZone),
            },
            { term: "Made", description: said(payout.createdBy, payout.createdAt) },
            { term: "Confirmed", description: said(payout.confirmedBy, payout.confirmedAt) },
            ...(needsApproval
              ? [{ term: "Approved", description: said(payout.approvedBy, payout.approvedAt) }]
              : []),
            ...(payout.finishedAt === null
              ? []
              : [{ term: "Ended", description: formatDateTime(payout.finishedAt, timeZone) }]),
          ]}
        />
      </Section>
      <LeftOut payout={payout} />
      {books && <PayoutBooks batchId={payout.id} books={books} />}
      <Section title="What was done">
        <HistoryList entries={history} timeZone={timeZone} />
      </Section>
    </>
  );
}
