import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Card, Checkbox, FormLayout, InlineStack, Link, Text } from "@shopify/polaris";
import { useCallback, useEffect, useState } from "react";
import type { PayoutRequestWire, payoutStepForm, SectionBooksWire } from "#app/contracts/payout-section.ts";
import { columnText } from "#app/contracts/lists/list-spec.ts";
import { paymentList } from "#app/contracts/lists/payouts.ts";
import type {
  PayoutDetailWire,
  PaymentWire,
  PayoutSectionDetailWire,
  PayoutSectionWire,
} from "#app/contracts/payout.ts";
import { AppModal } from "../../shared/frame/app-modal.tsx";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, FactList, type HistoryEntry, HistoryList, Section } from "../../shared/detail-page.tsx";
import { AddressFault, ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { formatCount, formatListTime, formatMoney, isZero } from "../../shared/format.ts";
import { ListFilters } from "../../shared/list/list-filters.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { useFileAction } from "../../shared/file-button.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { CommissionsLink, commissionsUrl } from "./commissions-link.tsx";
import { NextStepButton } from "./next-step-button.tsx";
import { PaymentBadge } from "./payment-badge.tsx";
import { PayoutBooks } from "./payout-books.tsx";
import { PayoutRequests } from "./payout-requests.tsx";
import { payoutText as t } from "./payout-text.ts";
import {
  bankFileUrl,
  isMoving,
  paymentUrl,
  payoutsUrl,
  peopleText,
  sectionName,
  stateName,
  sumText,
} from "./payout-words.ts";
import { stepsUrl, usePayoutForm } from "./use-payout-step.ts";

export type SectionPageData = {
  readonly section: PayoutSectionDetailWire;
  readonly totalMinor: string;
  readonly commissionCount: number;
  /** The bank's or provider's transaction of its payments. '' if they have none, or different ones. */
  readonly reference: string;
  /** Number of commissions by payment. A payment without one is not there. */
  readonly covered: Readonly<Record<string, number>>;
  readonly payments: readonly PaymentWire[];
  readonly pagination: PageOfList;
  readonly parts: { readonly total: number; readonly shown: readonly PayoutRequestWire[] };
  /** M15 of the section and its reconciliation; null if nothing was planned. */
  readonly books: SectionBooksWire | null;
  /** Today in the store's time zone. */
  readonly today: string;
  readonly staffCount: number;
  /** True if the viewer confirmed it, so another person has to. */
  readonly isConfirmer: boolean;
  readonly history: readonly HistoryEntry[];
  readonly timeZone: string;
  /** True if it is the payout's only section, so this is the payout's page. */
  readonly isAlone: boolean;
  readonly skipped: PayoutDetailWire["skipped"];
};

/** A section of a payout: its state, the next step, and each of its payments. */
export function SectionPage(data: SectionPageData) {
  const { section, payments, pagination, parts, timeZone, isAlone } = data;
  const form = usePayoutForm(section.payout);
  const cancel = useCancel(data, form);
  const fileOf = isAlone ? section.payout : section.id;
  const file = useFileAction(`/dashboard/export/${fileOf}/${paymentList.name}.csv`, t("pay.export"));
  const bankFile = useBankFile(data);
  const [isMarking, setMarking] = useState(false);
  const endMarking = useCallback(() => setMarking(false), []);
  const open = openPayments(section);
  useLookWhile(isMoving(section));
  const markable = payments.filter((one) => one.status === open.status);
  return (
    <DetailPage
      title={sectionName(section, timeZone)}
      subtitle={sumText(section.planned)}
      back={
        isAlone
          ? { content: t("list.title"), url: payoutsUrl }
          : { content: t("payout.back"), url: `${payoutsUrl}/${section.payout}` }
      }
      secondaryActions={section.planned.count > 0 ? [file] : []}
      moreActions={[...bankFile, ...cancel]}
      aside={<Aside {...data} />}
    >
      <ErrorBanner message={form.refusal?.message} answer={form.refusal} />
      <AddressFault />
      <Card>
        <StatusStrip {...data} onMarkAsPaid={() => setMarking(true)} />
      </Card>
      <SecondConfirmationHelp sections={[section]} staffCount={data.staffCount} />
      {isMarking && (
        <MarkAsPaidModal
          section={section}
          payments={markable.length === open.count ? markable : []}
          openCount={open.count}
          today={data.today}
          onClose={endMarking}
        />
      )}
      <Card padding="0">
        <PaymentTable
          payments={payments}
          covered={data.covered}
          pagination={pagination}
          states={section.states}
          timeZone={timeZone}
        />
      </Card>
      <PayoutRequests
        method={section.method}
        requests={parts.shown}
        total={parts.total}
        timeZone={timeZone}
      />
    </DetailPage>
  );
}

/** Downloads the only bank file again. Several files have links of their own. */
function useBankFile({ parts }: SectionPageData) {
  const [request] = parts.shown;
  const columns = request?.columns ?? null;
  const url = request && columns !== null ? bankFileUrl(request.id, columns) : "";
  const file = useFileAction(url, t("file.downloadAgain"));
  return url !== "" && parts.total === 1 ? [file] : [];
}

type StripProps = Pick<SectionPageData, "section" | "totalMinor" | "isAlone" | "isConfirmer"> & {
  readonly onMarkAsPaid?: () => void;
};

/** The badge, the reason in one line, and the button of the next step. */
function StatusStrip({ section, totalMinor, isAlone, isConfirmer, onMarkAsPaid }: StripProps) {
  const isOfOther = isConfirmer && section.nextStep?.kind === "confirm_second";
  return (
    <InlineStack gap="300" align="space-between" blockAlign="center">
      <InlineStack gap="200" blockAlign="center">
        <StatusBadge of="section" state={section.state} />
        {section.reason !== "" && <Text as="p">{section.reason}</Text>}
      </InlineStack>
      {!isOfOther && (
        <NextStepButton
          section={section}
          totalMinor={totalMinor}
          isAlone={isAlone}
          {...(onMarkAsPaid && { onMarkAsPaid })}
        />
      )}
    </InlineStack>
  );
}

type SecondConfirmationHelpProps = {
  readonly sections: readonly Pick<PayoutSectionDetailWire, "state">[];
  readonly staffCount: number;
};

/** Explains how to get a second confirmation if only one person of the store has opened the app. */
export function SecondConfirmationHelp({ sections, staffCount }: SecondConfirmationHelpProps) {
  const isWaiting = sections.some((one) => one.state === "needs_second_confirmation");
  if (!isWaiting || staffCount >= 2) return null;
  return (
    <Banner tone="warning" action={{ content: t("list.settings"), url: "/dashboard/settings/payouts" }}>
      <p>{t("payout.onePerson")}</p>
    </Banner>
  );
}

/** Payments that can be marked as paid. */
function openPayments({ method, states }: PayoutSectionDetailWire) {
  const status = method === "bank" ? "sent" : "planned";
  return { status, count: states.find((one) => one.status === status)?.count ?? 0 };
}

/** Only payments that were not sent can be canceled. The server checks again. */
function useCancel({ section }: SectionPageData, form: ReturnType<typeof usePayoutForm>) {
  const confirm = useConfirm();
  const { state, status, planned } = section;
  const isUnsent = state === "ready_to_download" || state === "to_pay" || status === "planned";
  if (!isUnsent && status !== "planning" && state !== "needs_attention") return [];
  if (state === "needs_attention" && section.nextStep?.kind === "check_payment") return [];
  return [
    {
      content: t("cancel.label"),
      destructive: true,
      disabled: form.isBusy,
      onAction: () =>
        confirm({
          title: t("cancel.title", { sum: sumText(planned) }),
          message: t("cancel.message"),
          confirmLabel: t("cancel.label"),
          destructive: true,
          onConfirm: () => form.post({ intent: "cancelSection", section: section.id }),
        }),
    },
  ];
}

/** Skipped affiliates, counted by reason. */
export function SkippedSummary({
  payoutId,
  skipped,
}: {
  readonly payoutId: string;
  readonly skipped: PayoutDetailWire["skipped"];
}) {
  if (skipped.length === 0) return null;
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section title={t("skipped.title")}>
      <FactList
        facts={skipped.map(({ text, count, available }) => ({
          term: text,
          description: t("skipped.sum", {
            affiliates: peopleText(count),
            amount: formatMoney(available),
          }),
        }))}
      />
      <Text as="p">
        <Link url={`${payoutsUrl}/${payoutId}/skipped`}>
          {t("skipped.view", { affiliates: peopleText(total) })}
        </Link>
      </Text>
    </Section>
  );
}

function Aside({ section, commissionCount, reference, books, history, timeZone, skipped }: SectionPageData) {
  const said = (by: string | null, at: string | null) =>
    by === null || at === null
      ? t("payout.notYet")
      : t("payout.by", { name: by, date: formatListTime(at, timeZone) });
  const { cutoffAt, chosen, needsApproval } = section;
  return (
    <>
      <Section title={t("payout.summary")}>
        <FactList
          facts={[
            { term: t("payout.total"), description: formatMoney(section.planned.total) },
            ...(books === null || isZero(books.fee)
              ? []
              : [{ term: t("payout.fees"), description: formatMoney(books.fee) }]),
            ...(commissionCount === 0
              ? []
              : [
                  {
                    term: t("payout.commissions"),
                    description: <CommissionsLink of={section.id} count={commissionCount} />,
                  },
                ]),
            {
              term: t("payout.affiliates"),
              description:
                chosen === null
                  ? t("payout.everyone")
                  : t("payout.chosen", { affiliates: peopleText(chosen) }),
            },
            ...(cutoffAt === null
              ? []
              : [{ term: t("payout.approvedBefore"), description: formatListTime(cutoffAt, timeZone) }]),
            { term: t("payout.createdBy"), description: said(section.createdBy, section.createdAt) },
            ...(isCreatedAndConfirmed(section)
              ? []
              : [
                  {
                    term: t("payout.confirmedBy"),
                    description: said(section.confirmedBy, section.confirmedAt),
                  },
                ]),
            ...(needsApproval
              ? [{ term: t("payout.second"), description: said(section.approvedBy, section.approvedAt) }]
              : []),
            ...(reference === "" ? [] : [{ term: t("payout.reference"), description: reference }]),
            ...(section.finishedAt === null
              ? []
              : [{ term: t("payout.finished"), description: formatListTime(section.finishedAt, timeZone) }]),
          ]}
        />
      </Section>
      <SkippedSummary payoutId={section.payout} skipped={skipped} />
      {books && <PayoutBooks sectionId={section.id} books={books} />}
      <Section title={t("payout.timeline")}>
        <HistoryList entries={history} timeZone={timeZone} />
      </Section>
    </>
  );
}

/** Creating a payout confirms it, unless the schedule or an older version created it. */
function isCreatedAndConfirmed({ createdBy, createdAt, confirmedBy, confirmedAt }: PayoutSectionDetailWire) {
  return createdBy === confirmedBy && createdAt === confirmedAt;
}

type Props = {
  payments: readonly PaymentWire[];
  covered: SectionPageData["covered"];
  pagination: PageOfList;
  states: PayoutSectionDetailWire["states"];
  timeZone: string;
};

const optionalColumns: ReadonlySet<string> = new Set(["paidTo", "paidAt", "reason"]);

/** Payments of a section, filtered by state. */
function PaymentTable({ payments, covered, pagination, states, timeZone }: Props) {
  // A single state is that of all.
  const statuses =
    states.length < 2
      ? []
      : states.map(({ status, count }) => ({
          value: status,
          label: t("payout.stateCount", { state: stateName(status), count }),
        }));
  // Next to the summary there is no room for empty columns.
  const shown = paymentList.shown.filter((name) =>
    name === "commissions"
      ? payments.some(({ id }) => (covered[id] ?? 0) > 0)
      : !optionalColumns.has(name) ||
        payments.some((payment) => columnText(paymentList.columns[name], payment) !== ""),
  );
  return (
    <>
      <ListFilters list={paymentList} searchLabel={t("payout.search")} statuses={statuses} />
      <ListTable
        resourceName={{ singular: t("payout.one"), plural: t("payout.many") }}
        list={{ ...paymentList, shown }}
        rows={payments}
        rowOf={({ id }) => ({ id, url: paymentUrl(id) })}
        renderCells={{
          status: (payment) => <PaymentBadge payment={payment} />,
          commissions: ({ id }) => {
            const count = covered[id] ?? 0;
            return count > 0 && <Link url={commissionsUrl(id)}>{formatCount(count)}</Link>;
          },
        }}
        timeZone={timeZone}
        pagination={pagination}
      />
    </>
  );
}

type MarkAsPaidModalProps = {
  readonly section: PayoutSectionWire;
  /** Payments that can be marked; empty if there are more than on this page. */
  readonly payments: readonly PaymentWire[];
  /** Number of payments that can be marked. */
  readonly openCount: number;
  /** Today in the store's time zone, YYYY-MM-DD. */
  readonly today: string;
  readonly onClose: () => void;
};

/** Marks payments as paid: all, or those still checked. */
export function MarkAsPaidModal({ section, payments, openCount, today, onClose }: MarkAsPaidModalProps) {
  const fetcher = useFetcher<FormAnswer<{ readonly text: string }>>();
  useAnswerToast<FormAnswer<{ readonly text: string }>>(fetcher.data, (done) => done.text);
  useEffect(() => {
    if (fetcher.data?.ok === true) onClose();
  }, [fetcher.data, onClose]);
  const { id, fields, values, banner } = useAppForm({
    id: "mark-as-paid",
    defaultValue: { date: today, reference: "" } satisfies FieldsOf<typeof payoutStepForm>,
    answer: fetcher.data,
  });
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const chosen = payments.filter((one) => !unticked.has(one.id));
  const isAll = chosen.length === payments.length;
  const count = isAll ? openCount : chosen.length;
  const toggle = (payment: string) =>
    setUnticked((before) => {
      const next = new Set(before);
      if (!next.delete(payment)) next.add(payment);
      return next;
    });
  const mark = () => {
    const about: Record<string, string> = isAll
      ? { intent: "decideAll", section: section.id }
      : { intent: "decideSome", payments: chosen.map((one) => one.id).join(",") };
    fetcher.submit({ ...about, to: "paid", note: "", ...values }, { method: "post", action: stepsUrl });
  };
  return (
    <AppModal
      title={t("mark.title", { affiliates: peopleText(count) })}
      onClose={onClose}
      primaryAction={{
        content: t("mark.submit"),
        onAction: mark,
        loading: fetcher.state !== "idle",
        disabled: count === 0,
      }}
      secondaryActions={[{ content: t("mark.cancel"), onAction: onClose }]}
    >
      <form id={id} onSubmit={(event) => event.preventDefault()}>
        <BlockStack gap="400">
          <ErrorBanner {...banner} />
          <FormLayout>
            <FormLayout.Group>
              <FormTextField field={fields.date} label={t("mark.date")} type="date" max={today} />
              <FormTextField field={fields.reference} label={t("mark.reference")} maxLength={200} />
            </FormLayout.Group>
          </FormLayout>
          {payments.length > 1 && (
            <BlockStack gap="100">
              <Text as="p" tone="subdued">
                {t("mark.untick")}
              </Text>
              {payments.map((payment) => (
                <Checkbox
                  key={payment.id}
                  label={t("mark.payment", {
                    name: payment.affiliate.name,
                    amount: formatMoney(payment.amount),
                  })}
                  checked={!unticked.has(payment.id)}
                  onChange={() => toggle(payment.id)}
                />
              ))}
            </BlockStack>
          )}
        </BlockStack>
      </form>
    </AppModal>
  );
}
