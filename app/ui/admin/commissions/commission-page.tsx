import { Banner, Link } from "@shopify/polaris";
import { useCallback } from "react";
import type { CommissionDetailWire } from "#app/contracts/commission.ts";
import type { FlagWire } from "#app/contracts/flag.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, FactList, type HistoryEntry, HistoryList, Section } from "../../shared/detail-page.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatDateTime, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { Postings } from "../../shared/orders/postings.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { FlagList } from "../fraud/flag-list.tsx";
import { AdjustForm } from "./adjust-form.tsx";
import { commissionName, decisionWords, debtWarning, PaymentLink } from "./entry-cells.tsx";
import { ReassignForm } from "./reassign-form.tsx";

export type CommissionData = {
  readonly commission: CommissionDetailWire;
  readonly flags: readonly FlagWire[];
  readonly timeZone: string;
  /** Debt of the affiliate if the commission went back to zero; null without one. */
  readonly wouldOwe: MoneyOnWire | null;
  /** Id for the next adjustment, so that a form posted twice adjusts once. */
  readonly adjustmentId: string;
};

/** Page of a commission: state, reason, decisions, history and postings. */
export function CommissionPage({ commission, flags, timeZone, wouldOwe, adjustmentId }: CommissionData) {
  const { order, affiliate } = commission;
  const warning = debtWarning(affiliate.name, wouldOwe);
  const { actions, refusal } = useDecisionActions(commission, warning);
  return (
    <DetailPage
      title={commissionTitle(commission)}
      subtitle={`${formatMoney(commission.amount)} for ${affiliate.name}`}
      status={<StatusBadge of="commission" state={commission.status} />}
      back={{ content: "Commissions", url: "/dashboard/affiliates/commissions" }}
      secondaryActions={actions}
      aside={<Aside commission={commission} timeZone={timeZone} />}
    >
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <Banner tone="info">
        <p>
          {commission.reason.text}{" "}
          {order && <Link url={`/dashboard/orders/${order.id}`}>How it came about</Link>}
        </p>
      </Banner>
      <FlagList flags={flags} />
      <Section title="Ledger entries">
        <Postings postings={commission.postings} timeZone={timeZone} />
      </Section>
      <Section title="Adjust">
        <AdjustForm
          affiliate={affiliate.name}
          currency={commission.amount.currencyCode}
          adjustmentId={adjustmentId}
        />
      </Section>
      {commission.kind === "order" && !isCreditedElsewhere(commission) && (
        <Section title="Give the credit to another affiliate">
          <ReassignForm from={affiliate.name} programs={[]} warning={warning} />
        </Section>
      )}
    </DetailPage>
  );
}

/** "Commission of order #1002". */
export function commissionTitle(commission: CommissionDetailWire): string {
  const name = commissionName(commission);
  return commission.kind === "order" ? `Commission of order ${name}` : `Commission: ${name}`;
}

/** The order is credited to another affiliate now. It is reassigned on the order's page. */
function isCreditedElsewhere({ reason }: CommissionDetailWire): boolean {
  return ["reassigned-away", "outranked"].includes(reason.code);
}

type AsideProps = { commission: CommissionDetailWire; timeZone: string };

function Aside({ commission, timeZone }: AsideProps) {
  const { affiliate, program, approvesAt, releasedAt, payment } = commission;
  const instant = (at: string | null, without: string) =>
    at === null ? without : formatDateTime(at, timeZone);
  return (
    <>
      <Section title="Details">
        <FactList
          facts={[
            { term: "Pending", description: formatMoney(commission.pending) },
            { term: "Approved", description: formatMoney(commission.approved) },
            { term: "In payout", description: formatMoney(commission.inPayout) },
            { term: "Paid", description: formatMoney(commission.paid) },
            ...(payment
              ? [
                  {
                    term: "Payout",
                    description: (
                      <PaymentLink payment={payment} status={commission.status} timeZone={timeZone} />
                    ),
                  },
                ]
              : []),
            { term: "Hold until", description: instant(approvesAt, "Not begun") },
            { term: "Released", description: instant(releasedAt, "Not yet") },
            {
              term: "Affiliate",
              description: <Link url={`/dashboard/affiliates/${affiliate.id}`}>{affiliate.name}</Link>,
            },
            {
              term: "Program",
              description: (
                <>
                  <Link url={`/dashboard/programs/${program.id}`}>{program.name}</Link>, terms version{" "}
                  {program.version}
                </>
              ),
            },
          ]}
        />
      </Section>
      <Section title="Timeline">
        <HistoryList entries={commissionHistory(commission)} timeZone={timeZone} />
      </Section>
    </>
  );
}

/** Available decisions, each after a confirmation. `warning` is shown before one that sets the commission to zero. */
function useDecisionActions(commission: CommissionDetailWire, warning: string | null) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onDone = useCallback(() => void addToast({ message: "Decision saved", type: "success" }), [addToast]);
  const { fetcher, refusal, isBusy } = useIntent("decide", onDone);
  const actions = commission.open.map((kind) => {
    const { label, meaning, destructive, note } = decisionWords(kind);
    return {
      content: label,
      destructive,
      loading: isBusy,
      onAction: () =>
        confirm({
          title: `${label}: ${commissionName(commission)}?`,
          message: kind === "denied" && warning ? `${meaning} ${warning}` : meaning,
          confirmLabel: label,
          destructive,
          note,
          onConfirm: (text) => fetcher.submit({ intent: "decide", kind, note: text }, { method: "post" }),
        }),
    };
  });
  return { actions, refusal };
}

type Decision = CommissionDetailWire["decisions"][number];
type Adjustment = CommissionDetailWire["adjustments"][number];

/** Decisions and adjustments as sentences, newest first. */
function commissionHistory(commission: CommissionDetailWire): HistoryEntry[] {
  const { decisions, adjustments, added, createdAt, id } = commission;
  const entries = [
    ...(added ? [{ id, text: noted("Added by hand", added.note), actor: added.by, at: createdAt }] : []),
    ...decisions.map((one) => ({ id: one.id, text: decisionText(one), actor: one.by, at: one.at })),
    ...adjustments.map((one) => ({ id: one.id, text: adjustmentText(one), actor: one.by, at: one.at })),
  ];
  return entries.toSorted((a, b) => (a.at < b.at ? -1 : 1)).toReversed();
}

function decisionText({ kind, note, to }: Decision): string {
  if (kind === "reassigned") return noted(`Credit given to ${to?.name ?? "another affiliate"}`, note);
  return noted(decisionWords(kind).done, note);
}

function adjustmentText({ amount, note }: Adjustment): string {
  const isTaken = amount.amount.startsWith("-");
  const size = formatMoney({ ...amount, amount: amount.amount.replace("-", "") });
  return noted(isTaken ? `${size} taken` : `${size} given`, note);
}

function noted(text: string, note: string): string {
  return note === "" ? text : `${text}: ${note}`;
}
