import { SaveBar } from "@shopify/app-bridge-react";
import { Button, ContextualSaveBar } from "@shopify/polaris";
import { useCallback } from "react";
import { findAppBridge, usePageHost } from "../../state/ui-provider.tsx";
import { useConfirm } from "../confirm-modal.tsx";
import { frameText as t } from "./frame-text.ts";
import { useLeaveQuestion } from "./leave-question.ts";

type Props = {
  isDirty: boolean;
  isBusy: boolean;
  onSave: () => void;
  onDiscard: () => void;
  /** Title of a new object, whose bar shows from the start: "Unsaved program". */
  newTitle?: string;
};

const barId = "unsaved-changes";

/**
 * In a form: the bar for unsaved changes, and a question before the page is left with them. Without a client script, a
 * button.
 */
export function AppSaveBar(props: Props) {
  const { embedded } = usePageHost();
  return (
    <>
      {embedded ? <AdminSaveBar {...props} /> : <FrameSaveBar {...props} />}
      <noscript>
        <Button submit variant="primary">
          {t("saveBar.save")}
        </Button>
      </noscript>
    </>
  );
}

function AdminSaveBar({ isDirty, isBusy, onSave, onDiscard, newTitle }: Props) {
  useLeaveQuestion(isDirty, askInAdmin);
  return (
    // Hidden while saving: if the page then redirects, the bar's element would be removed before it could hide.
    <SaveBar id={barId} open={(isDirty || newTitle !== undefined) && !isBusy}>
      {/* App Bridge copies these two into the admin's bar, and reads the attribute there. */}
      <button {...{ variant: "primary" }} type="button" onClick={onSave} aria-label={t("saveBar.save")} />
      <button type="button" onClick={onDiscard} aria-label={t("saveBar.discard")} />
    </SaveBar>
  );
}

/** The admin asks, and never answers if the person stays. An open bar would hold the navigation that follows. */
function askInAdmin(go: () => void): void {
  const saveBar = findAppBridge()?.saveBar;
  void saveBar
    ?.leaveConfirmation()
    .then(() => saveBar.hide(barId))
    .then(go);
}

function FrameSaveBar({ isDirty, isBusy, onSave, onDiscard, newTitle }: Props) {
  const confirm = useConfirm();
  const ask = useCallback(
    (go: () => void) =>
      confirm({
        title: t("saveBar.leave.title"),
        message: t("saveBar.leave.text"),
        confirmLabel: t("saveBar.leave.confirm"),
        cancelLabel: t("saveBar.leave.stay"),
        destructive: true,
        onConfirm: go,
      }),
    [confirm],
  );
  useLeaveQuestion(isDirty, ask);
  if (!isDirty && newTitle === undefined) return null;
  return (
    <ContextualSaveBar
      message={newTitle ?? t("saveBar.unsaved")}
      saveAction={{ content: t("saveBar.save"), onAction: onSave, loading: isBusy, disabled: isBusy }}
      discardAction={{ content: t("saveBar.discard"), onAction: onDiscard, disabled: isBusy }}
    />
  );
}
