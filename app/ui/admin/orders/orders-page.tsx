import { signalName } from "#app/i18n/signal-words.ts";
import { useSearchParams } from "@remix-run/react";
import { Button, EmptyState, InlineStack, SkeletonBodyText, Text } from "@shopify/polaris";
import { useCallback, useEffect, useState } from "react";
import type { OrderExplanationWire, OrderWire } from "#app/contracts/order.ts";
import { orderStatuses } from "#app/contracts/statuses.ts";
import { figureOrderList, orderList } from "#app/contracts/lists/orders.ts";
import { reportFilterNames } from "#app/contracts/report-fields.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import type { OpenedFigure } from "#app/domain/report.ts";
import { noSignal } from "#app/domain/signals.ts";
import { evidenceKinds } from "#app/domain/attribution.ts";
import { AppLink } from "../../shared/frame/app-link.tsx";
import { callApi, messageFor } from "../../shared/api-client.ts";
import { drawerParameter } from "../../shared/drawer-address.ts";
import { Drawer } from "../../shared/drawer.tsx";
import { commissions } from "#app/i18n/en/admin/commissions.ts";
import { orders as texts } from "#app/i18n/en/admin/orders.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatMoney } from "../../shared/format.ts";
import type { ChosenAffiliate } from "../../shared/pickers/filter-pickers.tsx";
import type { AppliedFilter, ListSelect } from "../../shared/list/list-filters.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { useListParams } from "../../shared/list/use-list-params.ts";
import { StatusBadge, stateOptions } from "../../shared/status-badge.tsx";
import { FilterBar } from "../reports/filter-bar.tsx";
import { ExplanationSections } from "./explanation-sections.tsx";

provideTexts({ commissions, orders: texts });
const t = merchantText("orders");

type Props = {
  orders: readonly OrderWire[];
  pagination: PageOfList;
  timeZone: string;
  affiliate: ChosenAffiliate | null;
  /** Report figure whose orders are listed, or null. With it, each row shows its part. */
  figure?: OpenedFigure | null;
  applied?: readonly AppliedFilter[];
  /** Days whose links, products and other values can be filtered by. */
  filterDays: DaySpan;
  /** Error if the database took too long. */
  late?: string | null;
};

const kinds = evidenceKinds.map((value) => ({ value, label: signalName(value) }));
const selects: readonly ListSelect[] = [
  {
    name: "signal",
    label: t("list.signal"),
    choices: [...kinds, { value: noSignal, label: t("list.noSignal") }],
  },
  { name: "lostWithout", label: t("list.lostWithout"), choices: kinds },
  { name: "elsewhereWithout", label: t("list.elsewhereWithout"), choices: kinds },
];

const statuses = stateOptions("order", orderStatuses);

/** Filters besides the affiliate. */
const [, ...filterFields] = reportFilterNames;

/** All orders of the store, with the credited affiliate or the reason that there is none. */
export function OrdersPage(props: Props) {
  const { orders, pagination, timeZone, affiliate, figure = null, applied, late, filterDays } = props;
  const { param } = useListParams();
  return (
    <>
      <OrderDrawer timeZone={timeZone} />
      <ListPage
        list={figure === null ? orderList : figureOrderList}
        title={t("list.title")}
        searchLabel={t("list.search")}
        statuses={statuses}
        resourceName={{ singular: t("list.one"), plural: t("list.many") }}
        affiliate={affiliate}
        days={figure === null ? t("list.placed") : t("list.counted")}
        applied={applied ?? []}
        narrowing={<FilterBar applied={[]} days={filterDays} fields={filterFields} />}
        error={late ?? null}
        // These filters are set on the attribution report. Here they are shown and can be removed.
        selects={selects.filter(({ name }) => name === "signal" || param(name) !== "")}
        notice={noticeOf(props)}
        rows={orders}
        rowOf={({ id }) => ({ id, url: `/dashboard/orders/${id}` })}
        renderCells={{
          reason: (order) => <WhyLink order={order} />,
          commission: (order) => <CommissionCell order={order} />,
        }}
        timeZone={timeZone}
        pagination={pagination}
        emptyState={
          <EmptyState heading={t("list.emptyTitle")} image="/empty-orders.svg">
            <p>{t("list.empty")}</p>
          </EmptyState>
        }
      />
    </>
  );
}

function noticeOf({ affiliate, figure }: Props): string | null {
  const whose = affiliate && t("list.creditedTo", { affiliate: affiliate.name });
  if (!figure) return whose;
  return whose ? `${whose}. ${t("list.parts")}` : t("list.parts");
}

/**
 * Current commission. If it includes bonuses or adjustments, the order's own part, which the list sorts by, is below.
 */
function CommissionCell({ order: { commission, ownCommission } }: { order: OrderWire }) {
  if (ownCommission.amount === commission.amount) return formatMoney(commission);
  return (
    <>
      {formatMoney(commission)}
      <Text as="p" tone="subdued" variant="bodySm">
        {t("list.ownCommission", { amount: formatMoney(ownCommission) })}
      </Text>
    </>
  );
}

/** Why an order is credited or not, in one line. Opens the explanation in a drawer. The URL says so. */
function WhyLink({ order: { id, name, reason } }: { order: OrderWire }) {
  const [query] = useSearchParams();
  const opened = new URLSearchParams(query);
  opened.set(drawerParameter, id);
  return (
    <AppLink
      url={`?${opened.toString()}`}
      preventScrollReset
      className="one-line-link"
      title={reason.text}
      aria-label={t("list.explain", { reason: reason.text, name })}
    >
      {reason.text}
    </AppLink>
  );
}

/** Explanation of an order in a drawer over the list. Its page shows the same at full width. */
function OrderDrawer({ timeZone }: { timeZone: string }) {
  const [query, setQuery] = useSearchParams();
  const orderId = query.get(drawerParameter);
  const close = useCallback(() => {
    const closed = (before: URLSearchParams) => {
      before.delete(drawerParameter);
      return before;
    };
    setQuery(closed, { preventScrollReset: true });
  }, [setQuery]);
  if (orderId === null) return null;
  return <OpenDrawer key={orderId} orderId={orderId} timeZone={timeZone} onClose={close} />;
}

function OpenDrawer({
  orderId,
  timeZone,
  onClose,
}: {
  orderId: string;
  timeZone: string;
  onClose: () => void;
}) {
  const { explained, error, retry } = useExplanation(orderId);
  return (
    <Drawer title={explained ? explained.order.name : t("list.drawer")} onClose={onClose}>
      <ErrorBanner message={error} onRetry={retry} />
      {explained ? (
        <>
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <InlineStack gap="200" blockAlign="center">
              <StatusBadge of="order" state={explained.order.status} />
              <Text as="p">{(explained.ifCounted ?? explained.order).reason.text}</Text>
            </InlineStack>
            <Button variant="plain" url={`/dashboard/orders/${encodeURIComponent(orderId)}`}>
              {t("list.openPage")}
            </Button>
          </InlineStack>
          <ExplanationSections explained={explained} timeZone={timeZone} />
        </>
      ) : (
        error === null && <SkeletonBodyText lines={12} />
      )}
    </Drawer>
  );
}

type State = { readonly explained: OrderExplanationWire | null; readonly error: string | null };

const nothingYet: State = { explained: null, error: null };

/** Fetches an order's explanation. It can be retried after an error. */
function useExplanation(orderId: string): State & { retry: () => void } {
  const [state, setState] = useState(nothingYet);
  const ask = useCallback(
    (signal?: AbortSignal) => {
      const path = `/api/v1/orders/${encodeURIComponent(orderId)}/explanation`;
      callApi(path, signal && { signal })
        .then((answer) => setState(isExplained(answer) ? { explained: answer, error: null } : failed))
        .catch((error: unknown) => {
          if (!signal?.aborted) setState({ explained: null, error: messageFor(error) });
        });
    },
    [orderId],
  );
  useEffect(() => {
    const leaving = new AbortController();
    ask(leaving.signal);
    return () => leaving.abort();
  }, [ask]);
  const retry = useCallback(() => {
    setState(nothingYet);
    ask();
  }, [ask]);
  return { ...state, retry };
}

const failed: State = { explained: null, error: t("list.failed") };

function isExplained(answer: unknown): answer is OrderExplanationWire {
  return typeof answer === "object" && answer !== null && "order" in answer && "lines" in answer;
}
