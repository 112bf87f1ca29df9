import { Button, InlineStack } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { reportViewForm, ReportViewWire } from "#app/contracts/report-view.ts";
import { reports } from "#app/i18n/en/admin/reports.ts";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { useReportAddress } from "./use-report-address.ts";

provideTexts({ reports });

/** URL of a view: the saved query, and the view's id. */
export function viewUrl({ id, report, query }: ReportViewWire): string {
  return `?${new URLSearchParams({ ...query, report, view: id }).toString()}`;
}

/** The view of this address. */
export function openView(views: readonly ReportViewWire[], params: URLSearchParams) {
  return views.find(({ id }) => id === params.get("view"));
}

/** Saves what is shown as a view, and changes the open view: page actions, and the form that names a view. */
export function useSavedViews(views: readonly ReportViewWire[]) {
  const t = useText("reports");
  const { params } = useReportAddress();
  const [naming, setNaming] = useState<"save-view" | "rename-view" | null>(null);
  const view = openView(views, params);
  const { actions, refusal } = useViewActions(view, () => setNaming("rename-view"));
  return {
    save: { content: t("views.save"), onAction: () => setNaming("save-view") },
    actions,
    refusal,
    form: naming !== null && (
      <ViewNameForm
        key={`${naming} ${view?.id ?? ""}`}
        intent={naming === "rename-view" && !view ? "save-view" : naming}
        view={view}
        onClose={() => setNaming(null)}
      />
    ),
  };
}

function useViewActions(view: ReportViewWire | undefined, onRename: () => void) {
  const t = useText("reports");
  const { params, go } = useReportAddress();
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const { id = "", name = "" } = view ?? {};
  const onUpdated = useCallback(
    () => void addToast({ message: t("views.updated", { name }) }),
    [addToast, name, t],
  );
  const updating = useIntent("update-view", onUpdated);
  const onDeleted = useCallback(() => {
    addToast({ message: t("views.removed", { name }) });
    go({ view: null });
  }, [addToast, go, name, t]);
  const deleting = useIntent("delete-view", onDeleted);
  const update = () =>
    updating.fetcher.submit(
      { intent: "update-view", view: id, shown: params.toString() },
      { method: "post" },
    );
  const remove = () =>
    confirm({
      title: t("views.ask", { name }),
      message: t("views.askText"),
      confirmLabel: t("views.confirm"),
      destructive: true,
      onConfirm: () => deleting.fetcher.submit({ intent: "delete-view", view: id }, { method: "post" }),
    });
  const isBusy = updating.isBusy || deleting.isBusy;
  const actions = [
    { content: t("views.update"), disabled: isBusy, onAction: update },
    { content: t("views.rename"), onAction: onRename },
    { content: t("views.confirm"), destructive: true, disabled: isBusy, onAction: remove },
  ];
  return { actions: view ? actions : [], refusal: updating.refusal ?? deleting.refusal };
}

type ViewNameFormProps = {
  intent: "save-view" | "rename-view";
  /** The open view, which is renamed if the intent says so. */
  view: ReportViewWire | undefined;
  onClose: () => void;
};

/** Names a new view, or renames the one that is open. */
function ViewNameForm({ intent, view, onClose }: ViewNameFormProps) {
  const t = useText("reports");
  const { params } = useReportAddress();
  const { addToast } = useUiActions();
  const isNew = intent === "save-view";
  const onDone = useCallback(() => {
    addToast({ message: t(isNew ? "views.saved" : "views.renamed") });
    onClose();
  }, [addToast, isNew, onClose, t]);
  const { fetcher, answer, refusal, isBusy } = useIntent(intent, onDone);
  const { id, fields } = useAppForm({
    id: "view",
    defaultValue: { name: isNew ? "" : (view?.name ?? "") } satisfies FieldsOf<typeof reportViewForm>,
    answer,
  });
  return (
    <section aria-label={t(isNew ? "views.save" : "views.rename")}>
      <fetcher.Form method="post" id={id} noValidate>
        <input type="hidden" name="intent" value={intent} />
        {isNew ? (
          <input type="hidden" name="shown" value={params.toString()} />
        ) : (
          <input type="hidden" name="view" value={view?.id ?? ""} />
        )}
        <InlineStack gap="200" blockAlign="start">
          <FormTextField
            field={fields.name}
            label={t("views.name")}
            labelHidden
            placeholder={t("views.name")}
            maxLength={60}
            {...(refusal && { error: refusal.message })}
          />
          <Button submit variant="primary" loading={isBusy}>
            {t(isNew ? "views.submit" : "views.rename")}
          </Button>
          <Button onClick={onClose}>{t("views.cancel")}</Button>
        </InlineStack>
      </fetcher.Form>
    </section>
  );
}
