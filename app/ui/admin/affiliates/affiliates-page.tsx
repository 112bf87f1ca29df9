import { useFetcher, useNavigate, useSearchParams } from "@remix-run/react";
import { EmptyState } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { AffiliateRowWire } from "#app/contracts/affiliate.ts";
import { affiliateFile, affiliateList } from "#app/contracts/lists/affiliates.ts";
import { affiliateStatuses } from "#app/domain/affiliate.ts";
import { confirmedMethods } from "#app/domain/payouts/details.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormRefusal } from "../../shared/error-banner.tsx";
import { formatMoney } from "../../shared/format.ts";
import { BulkResult, countText, useBulkStatus } from "../../shared/list/bulk-result.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import type { BulkAction } from "../../shared/list/list-selection.tsx";
import { stateOptions } from "../../shared/status-badge.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { statusChange } from "./use-status-actions.ts";

export type AffiliatesData = {
  readonly affiliates: readonly AffiliateRowWire[];
  readonly pagination: PageOfList;
  readonly timeZone: string;
  /** Name of the program that the list is filtered by. */
  readonly program: string | null;
  /** Tags of the shop, for the filter. */
  readonly tags: readonly string[];
  /** Affiliate who was just invited. */
  readonly invited: { readonly id: string; readonly email: string } | null;
};

const invite = { content: "Invite Affiliate", url: "/dashboard/affiliates/invite" };
const statuses = stateOptions("affiliate", affiliateStatuses);
const noun = { singular: "affiliate", plural: "affiliates" };
const changes = (["active", "suspended", "rejected", "pending"] as const).map((status) => ({
  status,
  ...statusChange(status),
  ...(status === "suspended" && { note: { label: "Reason", missing: null } }),
}));
const methods = confirmedMethods.map((value) => ({
  value,
  label: value === "none" ? "None" : methodNames[value],
}));
/** The list of affiliates (SPEC §2). */
export function AffiliatesPage(data: AffiliatesData) {
  const { affiliates, pagination, timeZone, program, tags, invited } = data;
  const bulk = useBulkStatus(noun, changes);
  const tagging = useBulkTags();
  useInvitedToast(invited);
  return (
    <ListPage
      list={affiliateList}
      file={affiliateFile}
      title="Affiliates"
      subtitle="Manage your affiliate partners and track their performance."
      primaryAction={invite}
      searchLabel="Search affiliates"
      statuses={statuses}
      selects={[
        { name: "method", label: "Payout details", choices: methods },
        ...(tags.length > 0
          ? [{ name: "tag" as const, label: "Tag", choices: tags.map((tag) => ({ value: tag, label: tag })) }]
          : []),
      ]}
      days="Added"
      resourceName={noun}
      rows={affiliates}
      rowOf={({ id, email }) => ({ id, detail: email, url: `/dashboard/affiliates/${id}` })}
      renderCells={{
        balance: ({ balances }) => balances.map(({ available }) => formatMoney(available)).join(", "),
      }}
      timeZone={timeZone}
      bulkActions={[...bulk.actions, ...tagging.actions]}
      pagination={pagination}
      error={bulk.refusal?.message ?? tagging.refusal?.message ?? null}
      errorAnswer={bulk.refusal ?? tagging.refusal}
      notice={program === null ? null : `Only affiliates of the program ${program} are listed.`}
      banner={bulk.result && <BulkResult noun={noun} result={bulk.result} onDismiss={bulk.dismiss} />}
      emptyState={
        <EmptyState heading="No affiliates yet" action={invite} image="/empty-affiliates.svg">
          <p>Start by inviting your first affiliate partner!</p>
        </EmptyState>
      }
    />
  );
}

/** Announces the new invitation once, and removes its parameter from the URL so that a reload does not repeat it. */
function useInvitedToast(invited: AffiliatesData["invited"]): void {
  const { addToast } = useUiActions();
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (invited === null || told.current === invited.id) return;
    told.current = invited.id;
    const show = () => navigate(`/dashboard/affiliates/${invited.id}`);
    addToast({
      message: `Invitation sent to ${invited.email}`,
      action: { content: "View affiliate", onAction: show },
    });
    setParams(
      (now) => {
        now.delete("invited");
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [invited, addToast, navigate, setParams]);
}

type TagsAnswer =
  | { readonly ok: true; readonly changed: number; readonly unchanged: readonly unknown[] }
  | ({ readonly ok: false } & FormRefusal);

/** Adds tags to the selected affiliates, or removes them. */
export function useBulkTags() {
  const fetcher = useFetcher<TagsAnswer>();
  const confirm = useConfirm();
  const { data: answer, submit } = fetcher;
  useAnswerToast(answer, ({ changed }) => `Tags of ${countText(changed, noun)} changed`);

  const actionFor = (change: "add" | "remove"): BulkAction => ({
    content: change === "add" ? "Add tags" : "Remove tags",
    onAction: (ids, clear) => {
      const label = change === "add" ? "Add tags" : "Remove tags";
      confirm({
        title: `${label} ${change === "add" ? "to" : "from"} ${countText(ids.length, noun)}?`,
        message:
          change === "add"
            ? "Separate tags with commas."
            : "Separate tags with commas. Tags that rules ask for end with the notice period.",
        confirmLabel: label,
        note: { label: "Tags", missing: "Enter at least one tag" },
        onConfirm: (tags) => {
          const form = new FormData();
          form.set("change", change);
          form.set("tags", tags);
          for (const id of ids) form.append("ids", id);
          submit(form, { method: "post", action: "/dashboard/affiliates/tags" });
          clear();
        },
      });
    },
  });

  return { actions: [actionFor("add"), actionFor("remove")], refusal: answer?.ok === false ? answer : null };
}
