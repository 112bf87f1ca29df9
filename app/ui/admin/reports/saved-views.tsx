import { Box, Button, InlineStack, Text } from "@shopify/polaris";
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

type Props = { views: readonly ReportViewWire[] };

/** URL of a view: the saved query, and the view's id. */
function addressOf({ id, report, query }: ReportViewWire): string {
  return `?${new URLSearchParams({ ...query, report, view: id }).toString()}`;
}

/** Saved views, and actions for the open one. */
export function SavedViews({ views }: Props) {
  const t = useText("reports");
  const { params } = useReportAddress();
  const [naming, setNaming] = useState<"save-view" | "rename-view" | null>(null);
  const here = views.find(({ id }) => id === params.get("view"));
  return (
    <section aria-label={t("views.title")} className="no-print">
      <Box paddingInline={{ xs: "400", sm: "0" }}>
        <InlineStack gap="200" blockAlign="center">
          <Text as="span" tone="subdued">
            {t("views.title")}
          </Text>
          {views.map((view) => (
            <Button
              key={view.id}
              url={addressOf(view)}
              variant={view === here ? "secondary" : "tertiary"}
              accessibilityLabel={view === here ? t("views.selected", { name: view.name }) : view.name}
            >
              {view.name}
            </Button>
          ))}
          <Button variant="plain" onClick={() => setNaming("save-view")}>
            {t("views.save")}
          </Button>
          {here && <ViewActions key={here.id} view={here} onRename={() => setNaming("rename-view")} />}
        </InlineStack>
        {naming !== null && (
          <ViewNameForm
            key={`${naming} ${here?.id ?? ""}`}
            intent={naming === "rename-view" && !here ? "save-view" : naming}
            view={here}
            onClose={() => setNaming(null)}
          />
        )}
      </Box>
    </section>
  );
}

function ViewActions({ view: { id, name }, onRename }: { view: ReportViewWire; onRename: () => void }) {
  const t = useText("reports");
  const { params, go } = useReportAddress();
  const { addToast } = useUiActions();
  const confirm = useConfirm();
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
  const refused = updating.refusal ?? deleting.refusal;
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
  return (
    <>
      <Button variant="plain" loading={updating.isBusy} onClick={update}>
        {t("views.update")}
      </Button>
      <Button variant="plain" onClick={onRename}>
        {t("views.rename")}
      </Button>
      <Button variant="plain" tone="critical" loading={deleting.isBusy} onClick={remove}>
        {t("views.remove")}
      </Button>
      {refused && (
        <Text as="span" tone="critical">
          {refused.message}
        </Text>
      )}
    </>
  );
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
    <Box paddingBlockStart="200">
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
    </Box>
  );
}
