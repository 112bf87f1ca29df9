import { EmptyState } from "@shopify/polaris";
import type { CommissionWire } from "#app/contracts/commission.ts";
import { commissionStates } from "#app/domain/commission-state.ts";
import { formatDate, formatMoney } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { StatusBadge, statusLabel } from "../../shared/status-badge.tsx";

type Props = {
  commissions: readonly CommissionWire[];
  pagination: PageOfList;
  timeZone: string;
  exportUrl: string;
  /** Says what the list is narrowed to by its address. */
  notice: string | null;
};

const statuses = commissionStates.map((value) => ({ value, label: statusLabel(value) }));

/** What affiliates earned, and where each commission is on its way. */
export function CommissionsPage({ commissions, pagination, timeZone, exportUrl, notice }: Props) {
  return (
    <ListPage
      title="Commissions"
      subtitle="What affiliates earned on orders: pending until the hold is over, then payable."
      searchLabel="Search by order name"
      statuses={statuses}
      resourceName={{ singular: "commission", plural: "commissions" }}
      exportUrl={exportUrl}
      notice={notice}
      headings={[
        { title: "Order" },
        { title: "Status" },
        { title: "Affiliate" },
        { title: "Program" },
        { title: "Amount", numeric: true },
        { title: "Hold until" },
        { title: "Reason" },
      ]}
      rows={commissions.map((commission) => ({
        id: commission.id,
        url: `/dashboard/affiliates/commissions/${commission.id}`,
        name: commission.order.name,
        cells: [
          <StatusBadge key="status" status={commission.status} />,
          commission.affiliate.name,
          commission.program.name,
          formatMoney(commission.amount),
          formatDate(commission.holdUntil, timeZone),
          <span key="reason" className="wrapping-cell">
            {commission.reason.text}
          </span>,
        ],
      }))}
      pagination={pagination}
      emptyState={
        <EmptyState heading="No commissions yet" image="/empty-commissions.svg">
          <p>When an order comes by an affiliate, what it earns appears here.</p>
        </EmptyState>
      }
    />
  );
}
