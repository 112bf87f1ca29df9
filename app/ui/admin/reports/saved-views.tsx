import { Box, Button, InlineStack, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { reportViewForm, ReportViewWire } from "#app/contracts/report-view.ts";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useReportAddress } from "./use-report-address.ts";

type Props = { views: readonly ReportViewWire[] };

/** URL of a view: the saved query, and the view's id. */
function addressOf({ id, report, query }: ReportViewWire): string {
  return `?${new URLSearchParams({ ...query, report, view: id }).toString()}`;
}

/** Saved views, and actions for the open one. */
export function SavedViews({ views }: Props) {
  const { params } = useReportAddress();
  const [naming, setNaming] = useState<"save-view" | "rename-view" | null>(null);
  const here = views.find(({ id }) => id === params.get("view"));
  return (
    <section aria-label="Saved views" className="no-print">
      <Box paddingInline={{ xs: "400", sm: "0" }}>
        <InlineStack gap="200" blockAlign="center">
          <Text as="span" tone="subdued">
            Saved views
          </Text>
          {views.map((view) => (
            <Button
              key={view.id}
              url={addressOf(view)}
              variant={view === here ? "secondary" : "tertiary"}
              accessibilityLabel={view === here ? `${view.name}, selected` : view.name}
            >
              {view.name}
            </Button>
          ))}
          <Button variant="plain" onClick={() => setNaming("save-view")}>
            Save this view
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
  const { params, go } = useReportAddress();
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onUpdated = useCallback(() => void addToast({ message: `${name} updated` }), [addToast, name]);
  const updating = useIntent("update-view", onUpdated);
  const onDeleted = useCallback(() => {
    addToast({ message: `${name} deleted` });
    go({ view: null });
  }, [addToast, go, name]);
  const deleting = useIntent("delete-view", onDeleted);
  const refused = updating.refusal ?? deleting.refusal;
  const update = () =>
    updating.fetcher.submit(
      { intent: "update-view", view: id, shown: params.toString() },
      { method: "post" },
    );
  const remove = () =>
    confirm({
      title: `Delete ${name}?`,
      message: "The view goes; what it shows stays as it is.",
      confirmLabel: "Delete",
      destructive: true,
      onConfirm: () => deleting.fetcher.submit({ intent: "delete-view", view: id }, { method: "post" }),
    });
  return (
    <>
      <Button variant="plain" loading={updating.isBusy} onClick={update}>
        Update it
      </Button>
      <Button variant="plain" onClick={onRename}>
        Rename
      </Button>
      <Button variant="plain" tone="critical" loading={deleting.isBusy} onClick={remove}>
        Delete
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
  const { params } = useReportAddress();
  const { addToast } = useUiActions();
  const isNew = intent === "save-view";
  const onDone = useCallback(() => {
    addToast({ message: isNew ? "View saved" : "View renamed", type: "success" });
    onClose();
  }, [addToast, isNew, onClose]);
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
            label="Name of the view"
            labelHidden
            placeholder="Name of the view"
            maxLength={60}
            {...(refusal && { error: refusal.message })}
          />
          <Button submit variant="primary" loading={isBusy}>
            {isNew ? "Save" : "Rename"}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </InlineStack>
      </fetcher.Form>
    </Box>
  );
}
