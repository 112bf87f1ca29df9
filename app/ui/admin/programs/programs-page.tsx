import { EmptyState } from "@shopify/polaris";
import { programList } from "#app/contracts/lists/programs.ts";
import type { ProgramWire } from "#app/contracts/program.ts";
import { programStatuses } from "#app/domain/program.ts";
import { BulkResult, useBulkStatus } from "../../shared/list/bulk-result.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { stateOptions } from "../../shared/status-badge.tsx";
import { questions } from "./status-actions.tsx";
import { termsText } from "./terms-text.ts";

type Props = {
  programs: readonly ProgramWire[];
  pagination: PageOfList;
  timeZone: string;
  notice?: string | null;
};

const create = { content: "Create New Program", url: "/dashboard/programs/new" };
const statuses = stateOptions("program", programStatuses);

const noun = { singular: "program", plural: "programs" };
const changes = (["active", "paused", "archived"] as const).map((status) => {
  const { confirmLabel, message, destructive = false } = questions[status];
  return { status, label: confirmLabel, meaning: message, destructive };
});

/** The list of programs (SPEC §2). */
export function ProgramsPage({ programs, pagination, timeZone, notice }: Props) {
  const bulk = useBulkStatus(noun, changes);
  return (
    <ListPage
      list={programList}
      title="Affiliate Programs"
      primaryAction={create}
      searchLabel="Search programs"
      statuses={statuses}
      resourceName={noun}
      rows={programs}
      rowOf={({ id }) => ({ id, url: `/dashboard/programs/${id}` })}
      renderCells={{ terms: ({ terms }) => termsText(terms) }}
      timeZone={timeZone}
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
