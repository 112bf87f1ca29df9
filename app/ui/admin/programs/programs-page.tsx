import { EmptyState } from "@shopify/polaris";
import { programList } from "#app/contracts/lists/programs.ts";
import type { ProgramWire } from "#app/contracts/program.ts";
import { programStatuses } from "#app/domain/program.ts";
import { programs as texts } from "#app/i18n/en/admin/programs.ts";
import { BulkResult, useBulkStatus } from "../../shared/list/bulk-result.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { stateOptions } from "../../shared/status-badge.tsx";
import { merchantText, provideTexts } from "../../texts/use-text.ts";
import { statusQuestion } from "./status-actions.tsx";
import { termsText } from "./terms-text.ts";

type Props = {
  programs: readonly ProgramWire[];
  pagination: PageOfList;
  timeZone: string;
  notice?: string | null;
};

provideTexts({ programs: texts });
const t = merchantText("programs");

const create = { content: t("list.create"), url: "/dashboard/programs/new" };
const statuses = stateOptions("program", programStatuses);

const noun = { singular: t("list.item"), plural: t("list.items") };
const changes = (["active", "paused", "archived"] as const).map((status) => {
  const { confirmLabel, message, destructive } = statusQuestion(status);
  return { status, label: confirmLabel, meaning: message, destructive };
});

/** The list of programs (SPEC §2). */
export function ProgramsPage({ programs, pagination, timeZone, notice }: Props) {
  const bulk = useBulkStatus(noun, changes);
  return (
    <ListPage
      list={programList}
      title={t("list.title")}
      primaryAction={create}
      searchLabel={t("list.search")}
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
        <EmptyState heading={t("list.emptyTitle")} action={create} image="/empty-programs.svg">
          <p>{t("list.emptyText")}</p>
        </EmptyState>
      }
    />
  );
}
