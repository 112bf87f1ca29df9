import { SaveBar } from "@shopify/app-bridge-react";
import { ContextualSaveBar } from "@shopify/polaris";
import { useCallback } from "react";
import { findAppBridge, usePageHost } from "../../state/ui-provider.tsx";
import { useConfirm } from "../confirm-modal.tsx";
import { useLeaveQuestion } from "./leave-question.ts";

type Props = {
  isDirty: boolean;
  isBusy: boolean;
  onSave: () => void;
  onDiscard: () => void;
};

const barId = "unsaved-changes";

/** Bar for unsaved changes, and a question before the page is left with them. */
export function AppSaveBar(props: Props) {
  const { embedded } = usePageHost();
  return embedded ? <AdminSaveBar {...props} /> : <FrameSaveBar {...props} />;
}

function AdminSaveBar({ isDirty, isBusy, onSave, onDiscard }: Props) {
  useLeaveQuestion(isDirty, askInAdmin);
  return (
    // Hidden while saving: if the page then redirects, the bar's element would be removed before it could hide.
    <SaveBar id={barId} open={isDirty && !isBusy}>
      {/* App Bridge copies these two into the admin's bar, and reads the attribute there. */}
      <button {...{ variant: "primary" }} type="button" onClick={onSave} aria-label="Save" />
      <button type="button" onClick={onDiscard} aria-label="Discard" />
    </SaveBar>
  );
}

/** The admin asks, and never answers if the person stays. An open bar would hold the navigation that follows. */
async function askInAdmin(go: () => void): Promise<void> {
  const saveBar = findAppBridge()?.saveBar;
  await saveBar?.leaveConfirmation();
  await saveBar?.hide(barId);
  go();
}

function FrameSaveBar({ isDirty, isBusy, onSave, onDiscard }: Props) {
  const confirm = useConfirm();
  const ask = useCallback(
    (go: () => void) =>
      confirm({
        title: "Leave page with unsaved changes?",
        message: "Leaving this page will delete all unsaved changes.",
        confirmLabel: "Leave page",
        cancelLabel: "Stay",
        destructive: true,
        onConfirm: go,
      }),
    [confirm],
  );
  useLeaveQuestion(isDirty, ask);
  if (!isDirty) return null;
  return (
    <ContextualSaveBar
      message="Unsaved changes"
      saveAction={{ onAction: onSave, loading: isBusy, disabled: isBusy }}
      discardAction={{ onAction: onDiscard, disabled: isBusy }}
    />
  );
}
