import { useSearchParams } from "@remix-run/react";
import { Button, EmptyState, InlineStack, SkeletonBodyText, Text } from "@shopify/polaris";
import { useCallback, useEffect, useState } from "react";
import { type OrderExplanationWire, orderStatuses, type OrderWire } from "#app/contracts/order.ts";
import { figureOrderList, orderList } from "#app/contracts/lists/orders.ts";
import { reportFilterNames } from "#app/contracts/report-fields.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import type { OpenedFigure } from "#app/domain/report.ts";
import { noSignal } from "#app/domain/signals.ts";
import { evidenceKindName, evidenceKinds } from "#app/domain/attribution.ts";
import { AppLink } from "../../shared/frame/app-link.tsx";
import { callApi, messageFor } from "../../shared/api-client.ts";
import { drawerParameter } from "../../shared/drawer-address.ts";
import { Drawer } from "../../shared/drawer.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatDateTime, formatMoney } from "../../shared/format.ts";
import type { ChosenAffiliate } from "../../shared/pickers/filter-pickers.tsx";
import type { AppliedFilter, ListSelect } from "../../shared/list/list-filters.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { useListParams } from "../../shared/list/use-list-params.ts";
import { statusLabel } from "../../shared/status-badge.tsx";
import { FilterBar } from "../reports/filter-bar.tsx";
import { ExplanationSections } from "./explanation-sections.tsx";

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

const kinds = evidenceKinds.map((value) => ({ value, label: evidenceKindName(value) }));
const selects: readonly ListSelect[] = [
  { name: "signal", label: "Signal", choices: [...kinds, { value: noSignal, label: "None" }] },
  { name: "lostWithout", label: "Nobody without", choices: kinds },
  { name: "elsewhereWithout", label: "Somebody else without", choices: kinds },
];

const statuses = orderStatuses.map((value) => ({ value, label: statusLabel(value) }));

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
        title="Orders"
        subtitle="Every order of your store, with the affiliate who is credited and the reason."
        searchLabel="Search by order name"
        statuses={statuses}
        resourceName={{ singular: "order", plural: "orders" }}
        affiliate={affiliate}
        days={figure === null ? "Placed" : "Counted"}
        applied={applied ?? []}
        narrowing={<FilterBar applied={[]} days={filterDays} fields={filterFields} />}
        error={late ?? null}
        // These filters are set on the attribution report. Here they are shown and can be removed.
        selects={selects.filter(({ name }) => name === "signal" || param(name) !== "")}
        notice={noticeOf(props)}
        rows={orders}
        rowOf={({ id }) => ({ id, url: `/dashboard/orders/${id}` })}
        renderCells={{
          reason: ({ id, name, reason }) => (
            <span className="wrapping-cell">
              {reason.text} <WhyLink orderId={id} name={name} />
            </span>
          ),
          commission: (order) => <CommissionCell order={order} />,
        }}
        timeZone={timeZone}
        pagination={pagination}
        emptyState={
          <EmptyState heading="No orders yet" image="/empty-orders.svg">
            <p>Orders of your store appear here within seconds, credited or not, each with its reason.</p>
          </EmptyState>
        }
      />
    </>
  );
}

function noticeOf({ affiliate, figure }: Props): string | null {
  const whose = affiliate && `Orders credited to ${affiliate.name}`;
  if (!figure) return whose;
  const part =
    "Amounts are what each order counts for on these days: sales on the order's day, refunds on their own.";
  return whose ? `${whose}. ${part}` : part;
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
        {formatMoney(ownCommission)} of its own
      </Text>
    </>
  );
}

/** Opens the explanation of an order in a drawer. The URL says so. */
function WhyLink({ orderId, name }: { orderId: string; name: string }) {
  const [query] = useSearchParams();
  const opened = new URLSearchParams(query);
  opened.set(drawerParameter, orderId);
  return (
    <AppLink
      url={`?${opened.toString()}`}
      preventScrollReset
      className="Polaris-Link"
      aria-label={`Why order ${name}`}
      // A click that reaches the row would open the order's page instead.
      onClick={(event) => event.stopPropagation()}
    >
      Why?
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
    <Drawer title={explained ? `Order ${explained.order.name}` : "Order"} onClose={onClose}>
      <ErrorBanner message={error} onRetry={retry} />
      {explained ? (
        <>
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="p" tone="subdued">
              {formatDateTime(explained.order.placedAt, timeZone)}, commission{" "}
              {formatMoney(explained.order.commission)}
            </Text>
            <Button variant="plain" url={`/dashboard/orders/${encodeURIComponent(orderId)}`}>
              Open as a page
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

const failed: State = { explained: null, error: "Failed to fetch order" };

function isExplained(answer: unknown): answer is OrderExplanationWire {
  return typeof answer === "object" && answer !== null && "order" in answer && "lines" in answer;
}
