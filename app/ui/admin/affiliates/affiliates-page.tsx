import { methodName } from "#app/i18n/method-words.ts";
import { useFetcher, useNavigate, useSearchParams } from "@remix-run/react";
import { EmptyState } from "@shopify/polaris";
import { useCallback, useEffect, useRef, useState } from "react";
import type { AffiliateRowWire } from "#app/contracts/affiliate.ts";
import { affiliateFile, affiliateList } from "#app/contracts/lists/affiliates.ts";
import { confirmedMethods } from "#app/domain/payouts/details.ts";
import { affiliates as texts } from "#app/i18n/en/admin/affiliates.ts";
import { type Confirmation, useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormRefusal } from "../../shared/error-banner.tsx";
import { formatMoney } from "../../shared/format.ts";
import { type BulkOutcome, BulkResult } from "../../shared/list/bulk-result.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import type { BulkAction } from "../../shared/list/list-selection.tsx";
import { stateOptions } from "../../shared/status-badge.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { useInBrowser } from "../../shared/use-in-browser.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { InviteModal, inviteUrl } from "./invite-form.tsx";

provideTexts({ affiliates: texts });

export type AffiliatesData = {
  readonly affiliates: readonly AffiliateRowWire[];
  readonly pagination: PageOfList;
  readonly timeZone: string;
  /** Name of the program that the list is filtered by. */
  readonly program: string | null;
  /** Tags of the shop, for the filter. */
  readonly tags: readonly string[];
  /** Affiliate who was just invited. */
  readonly invited: { readonly id: string } | null;
};

const statuses = stateOptions("affiliate", ["active", "invited", "pending", "suspended", "rejected"]);

/** The list of affiliates (SPEC §2). */
export function AffiliatesPage(data: AffiliatesData) {
  const { affiliates, pagination, timeZone, program, tags, invited } = data;
  const t = useText("affiliates");
  const isLive = useInBrowser();
  const [isInviting, setInviting] = useState(false);
  const bulk = useBulkChanges();
  const endInviting = useCallback(() => setInviting(false), []);
  useInvitedToast(invited, endInviting);
  const invite = isLive
    ? { content: t("list.invite"), onAction: () => setInviting(true) }
    : { content: t("list.invite"), url: inviteUrl };
  const methods = confirmedMethods.map((value) => ({
    value,
    label: value === "none" ? t("list.noDetails") : methodName(value),
  }));
  const noun = { singular: t("list.affiliate"), plural: t("list.affiliates") };
  return (
    <>
      <ListPage
        list={affiliateList}
        file={affiliateFile}
        title={t("list.title")}
        subtitle={t("list.subtitle")}
        primaryAction={invite}
        secondaryActions={[{ content: t("list.import"), url: "/dashboard/affiliates/import" }]}
        searchLabel={t("list.search")}
        statuses={statuses}
        selects={[
          { name: "method", label: t("list.details"), choices: methods },
          ...(tags.length > 0
            ? [
                {
                  name: "tag",
                  label: t("list.tag"),
                  choices: tags.map((tag) => ({ value: tag, label: tag })),
                },
              ]
            : []),
        ]}
        days={t("list.added")}
        resourceName={noun}
        rows={affiliates}
        rowOf={({ id, email }) => ({ id, detail: email, url: `/dashboard/affiliates/${id}` })}
        renderCells={{
          balance: ({ balances, figures }) =>
            balances.length === 0
              ? formatMoney({ ...figures.revenue, amount: "0" })
              : balances.map(({ available }) => formatMoney(available)).join(", "),
        }}
        timeZone={timeZone}
        bulkActions={bulk.actions}
        pagination={pagination}
        error={bulk.refusal?.message ?? null}
        errorAnswer={bulk.refusal}
        notice={program === null ? null : t("list.inProgram", { program })}
        banner={bulk.result && <BulkResult noun={noun} result={bulk.result} onDismiss={bulk.dismiss} />}
        emptyState={
          <EmptyState
            heading={t("list.none")}
            action={invite}
            secondaryAction={{ content: t("list.shareJoinPage"), url: "/dashboard/affiliates/applications" }}
            image="/empty-affiliates.svg"
          >
            <p>{t("list.noneText")}</p>
          </EmptyState>
        }
      />
      {isInviting && <InviteModal onClose={endInviting} />}
    </>
  );
}

/** Announces the new invitation once, and removes its parameter from the URL so that a reload does not repeat it. */
function useInvitedToast(invited: AffiliatesData["invited"], onInvited: () => void): void {
  const t = useText("affiliates");
  const { addToast } = useUiActions();
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (invited === null || told.current === invited.id) return;
    told.current = invited.id;
    onInvited();
    const show = () => navigate(`/dashboard/affiliates/${invited.id}`);
    addToast({ message: t("invite.sent"), action: { content: t("invite.view"), onAction: show } });
    setParams(
      (now) => {
        now.delete("invited");
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [invited, addToast, navigate, onInvited, setParams, t]);
}

type BulkAnswer = BulkOutcome | ({ readonly ok: false } & FormRefusal);

type BulkChange = {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Name of the field for what is typed. */
  readonly typed?: string;
};

const tagging: BulkChange = {
  action: "/dashboard/affiliates/tags",
  fields: { change: "add" },
  typed: "tags",
};
const suspending: BulkChange = {
  action: "/dashboard/affiliates",
  fields: { status: "suspended" },
  typed: "note",
};
/** A second invitation does not change the status. */
const inviting: BulkChange = { action: "/dashboard/affiliates", fields: { status: "invited" } };

const doneTexts = {
  tagged: "bulk.tagged",
  suspended: "bulk.suspended",
  invited: "bulk.invited",
} as const;

/** Changes of the selected affiliates. Those that could not change are listed above the table. */
function useBulkChanges() {
  const t = useText("affiliates");
  const fetcher = useFetcher<BulkAnswer>();
  const confirm = useConfirm();
  const [dismissed, setDismissed] = useState<unknown>(null);
  const { data: answer, submit } = fetcher;
  const shown = answer === dismissed ? undefined : answer;
  useAnswerToast(answer?.ok && answer.changed > 0 ? answer : undefined, ({ status, changed: count }) =>
    t(doneTexts[status as keyof typeof doneTexts], { count }),
  );

  function actionOf(
    { action, fields, typed }: BulkChange,
    ask: (count: number) => Omit<Confirmation, "onConfirm">,
  ): BulkAction {
    return {
      content: ask(0).confirmLabel,
      onAction: (ids, clear) =>
        confirm({
          ...ask(ids.length),
          onConfirm: (text) => {
            const form = new FormData();
            for (const [name, value] of Object.entries(fields)) form.set(name, value);
            if (typed !== undefined) form.set(typed, text);
            for (const id of ids) form.append("ids", id);
            submit(form, { method: "post", action });
            clear();
          },
        }),
    };
  }

  return {
    actions: [
      actionOf(tagging, (count) => ({
        title: t("bulk.tagTitle", { count }),
        message: t("bulk.tagMessage"),
        confirmLabel: t("bulk.tag"),
        note: { label: t("bulk.tags"), missing: t("bulk.tagsMissing") },
      })),
      actionOf(suspending, (count) => ({
        title: t("bulk.suspendTitle", { count }),
        message: t("status.suspendMessage"),
        confirmLabel: t("bulk.suspend"),
        destructive: true,
        note: { label: t("status.reason"), missing: null },
      })),
      actionOf(inviting, (count) => ({
        title: t("bulk.inviteTitle", { count }),
        message: t("bulk.inviteMessage"),
        confirmLabel: t("bulk.inviteAgain"),
      })),
    ],
    refusal: shown?.ok === false ? shown : null,
    /** Only if some could not be changed. Otherwise the toast is enough. */
    result: shown?.ok === true && shown.unchanged.length > 0 ? shown : null,
    dismiss: useCallback(() => setDismissed(answer), [answer]),
  };
}
