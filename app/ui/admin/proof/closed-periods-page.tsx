import { useFetcher } from "@remix-run/react";
import { EmptyState } from "@shopify/polaris";
import type { ClosedPeriodWire } from "#app/contracts/ledger.ts";
import { closedPeriodList } from "#app/contracts/lists/ledger.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormAnswer } from "../../shared/error-banner.tsx";
import { formatMonth } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { ledger } from "#app/i18n/en/admin/ledger.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ ledger });
const t = merchantText("ledger");

type Props = {
  periods: readonly ClosedPeriodWire[];
  /** Next month that can be closed. */
  next: string | null;
  pagination: PageOfList;
  timeZone: string;
};

/** URL of a period's ledger entries. The first closed period includes everything before it. */
function ledgerEntriesUrl({ since, month }: ClosedPeriodWire): string {
  return `/dashboard/settings/ledger/transfers?${since === null ? "" : `from=${month}&`}to=${month}`;
}

/** Settings ▸ Ledger ▸ Closed periods: closed months, and the next one to close. */
export function ClosedPeriodsPage({ periods, next, pagination, timeZone }: Props) {
  const { close, answer, isBusy } = useCloseMonth();
  const refusal = answer?.ok === false ? answer : null;
  return (
    <ListPage
      list={closedPeriodList}
      title={frameText("pages.closedPeriods")}
      subtitle={t("periods.about")}
      resourceName={{ singular: t("periods.item"), plural: t("periods.items") }}
      backAction={{ content: frameText("pages.ledger"), url: "/dashboard/settings/ledger" }}
      {...(next !== null && {
        primaryAction: {
          content: t("periods.close", { month: formatMonth(next) }),
          loading: isBusy,
          onAction: () => close(next, periods.length === 0),
        },
      })}
      error={refusal?.message ?? null}
      errorAnswer={refusal}
      rows={periods}
      rowOf={(period) => ({ id: period.until, url: ledgerEntriesUrl(period) })}
      renderCells={{
        month: ({ month }) => formatMonth(month),
        since: ({ since }) => (since === null ? t("periods.beginning") : null),
      }}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState heading={t("periods.none")} image="/empty-commissions.svg">
          <p>{t("periods.noneText")}</p>
        </EmptyState>
      }
    />
  );
}

/** Closes a month after a confirmation. */
function useCloseMonth() {
  const confirm = useConfirm();
  const fetcher = useFetcher<FormAnswer<{ readonly month: string }>>();
  useAnswerToast(fetcher.data, ({ month }) => t("periods.closed", { month: formatMonth(month) }));
  function close(month: string, isFirst: boolean): void {
    const text = { month: formatMonth(month) };
    confirm({
      title: t("periods.closeTitle", text),
      message: t(isFirst ? "periods.closeFirst" : "periods.closeText", text),
      confirmLabel: t("periods.confirm"),
      destructive: true,
      onConfirm: () => fetcher.submit({ month }, { method: "post" }),
    });
  }
  return { close, answer: fetcher.data, isBusy: fetcher.state !== "idle" };
}
