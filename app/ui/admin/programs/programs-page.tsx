import { EmptyState } from "@shopify/polaris";
import type { ProgramWire } from "#app/contracts/program.ts";
import { programStatuses } from "#app/domain/program.ts";
import { formatCount, formatDate, formatMoney } from "../../shared/format.ts";
import { BulkResult } from "../../shared/list/bulk-result.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { useBulkStatus } from "../../shared/list/use-bulk-status.ts";
import { StatusBadge, statusLabel } from "../../shared/status-badge.tsx";
import { questions } from "./status-actions.tsx";
import { termsText } from "./terms-text.ts";

type Props = {
  programs: readonly ProgramWire[];
  pagination: PageOfList;
  timeZone: string;
  notice?: string | null;
};

const create = { content: "Create New Program", url: "/dashboard/programs/new" };
const statuses = programStatuses.map((value) => ({ value, label: statusLabel(value) }));

const noun = { singular: "program", plural: "programs" };
const sorts = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "name", label: "Name" },
];
const changes = (["active", "paused", "archived"] as const).map((status) => {
  const { confirmLabel, message, destructive = false } = questions[status];
  return { status, label: confirmLabel, meaning: message, destructive };
});

/** The list of programs (SPEC §2). */
export function ProgramsPage({ programs, pagination, timeZone, notice }: Props) {
  const bulk = useBulkStatus(noun, changes);
  return (
    <ListPage
      title="Affiliate Programs"
      primaryAction={create}
      searchLabel="Search programs"
      statuses={statuses}
      sorts={sorts}
      resourceName={noun}
      headings={[
        { title: "Program" },
        { title: "Status" },
        { title: "Commission" },
        { title: "Affiliates", numeric: true },
        { title: "Orders", numeric: true },
        { title: "Revenue", numeric: true },
        { title: "Commissions", numeric: true },
        { title: "Created" },
      ]}
      rows={programs.map((program) => ({
        id: program.id,
        url: `/dashboard/programs/${program.id}`,
        name: program.name,
        cells: [
          <StatusBadge key="status" status={program.status} />,
          termsText(program.terms),
          formatCount(program.affiliates),
          formatCount(program.figures.orders),
          formatMoney(program.figures.revenue),
          formatMoney(program.figures.commission),
          formatDate(program.createdAt, timeZone),
        ],
      }))}
      pagination={pagination}
      bulkActions={bulk.actions}
      error={bulk.refusal?.message ?? null}
      errorAnswer={bulk.refusal}
      notice={notice ?? null}
      banner={bulk.result && <BulkResult noun={noun} result={bulk.result} onDismiss={bulk.dismiss} />}
      emptyState={
        <EmptyState heading="No programs created yet" action={create} image="/empty-programs.svg">
          <p>Create your first affiliate program to get started!</p>
        </EmptyState>
      }
    />
  );
}
