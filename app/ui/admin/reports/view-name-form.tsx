import { Box, Button, InlineStack, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { ReportViewWire } from "#app/contracts/report-view.ts";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useReportAddress } from "./use-report-address.ts";

type Props = {
  intent: "save-view" | "rename-view";
  /** The view that is open; renamed, where the intent is that. */
  view: ReportViewWire | undefined;
  onClose: () => void;
};

/** What a view is to be called: a new one of what is shown, or the one that is open. */
export function ViewNameForm({ intent, view, onClose }: Props) {
  const { params } = useReportAddress();
  const { addToast } = useUiActions();
  const isNew = intent === "save-view";
  const [name, setName] = useState(isNew ? "" : (view?.name ?? ""));
  const onDone = useCallback(() => {
    addToast({ message: isNew ? "View saved" : "View renamed", type: "success" });
    onClose();
  }, [addToast, isNew, onClose]);
  const { fetcher, refusal, isBusy } = useIntentForm(intent, onDone);
  return (
    <Box paddingBlockStart="200">
      <fetcher.Form method="post" noValidate>
        <input type="hidden" name="intent" value={intent} />
        {isNew ? (
          <input type="hidden" name="shown" value={params.toString()} />
        ) : (
          <input type="hidden" name="view" value={view?.id ?? ""} />
        )}
        <InlineStack gap="200" blockAlign="start">
          <TextField
            id="view-name"
            name="name"
            label="Name of the view"
            labelHidden
            placeholder="Name of the view"
            autoComplete="off"
            maxLength={60}
            value={name}
            onChange={setName}
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
