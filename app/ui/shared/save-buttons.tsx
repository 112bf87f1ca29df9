import { useBeforeUnload, useBlocker, useNavigate } from "@remix-run/react";
import { SaveBar } from "@shopify/app-bridge-react";
import { Button, ContextualSaveBar, InlineStack } from "@shopify/polaris";
import { useCallback, useEffect, useRef } from "react";
import { findAppBridge, usePageHost } from "../state/ui-provider.tsx";
import { useConfirm } from "./confirm-modal.tsx";

type Props = {
  isDirty: boolean;
  isBusy: boolean;
  onDiscard: () => void;
  submitLabel?: string;
  discardLabel?: string;
};

/** Buttons of a form that edits something. */
export function SaveButtons({
  isDirty,
  isBusy,
  onDiscard,
  submitLabel = "Save",
  discardLabel = "Discard",
}: Props) {
  return (
    <InlineStack align="end" gap="200">
      <Button disabled={!isDirty || isBusy} onClick={onDiscard}>
        {discardLabel}
      </Button>
      <Button submit variant="primary" loading={isBusy}>
        {submitLabel}
      </Button>
    </InlineStack>
  );
}

type UnsavedGuardProps = {
  isDirty: boolean;
  isBusy: boolean;
  onSave: () => void;
  onDiscard: () => void;
};

/** Bar for unsaved changes, and a question before the page is left with them. */
export function UnsavedGuard({ isDirty, isBusy, onSave, onDiscard }: UnsavedGuardProps) {
  const { embedded } = usePageHost();
  useLeavingQuestion(isDirty);
  if (embedded) {
    return (
      // Hidden while saving: if the page then redirects, the bar's element would be removed before it could hide.
      <SaveBar id="unsaved-changes" open={isDirty && !isBusy}>
        {/* App Bridge copies these two into the admin's bar, and reads the attribute there. */}
        <button {...{ variant: "primary" }} type="button" onClick={onSave} aria-label="Save" />
        <button type="button" onClick={onDiscard} aria-label="Discard" />
      </SaveBar>
    );
  }
  if (!isDirty) return null;
  return (
    <ContextualSaveBar
      message="Unsaved changes"
      saveAction={{ onAction: onSave, loading: isBusy, disabled: isBusy }}
      discardAction={{ onAction: onDiscard, disabled: isBusy }}
    />
  );
}

function useLeavingQuestion(isDirty: boolean): void {
  const { embedded } = usePageHost();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const mayLeave = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !mayLeave.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { pathname, search } = blocker.location;
    const leave = () => {
      mayLeave.current = true;
      navigate(pathname + search);
    };
    blocker.reset();
    if (embedded) {
      void findAppBridge()?.saveBar.leaveConfirmation().then(leave);
      return;
    }
    confirm({
      title: "Leave without saving?",
      message: "What you changed on this page is lost when you leave it.",
      confirmLabel: "Leave page",
      destructive: true,
      onConfirm: leave,
    });
  }, [blocker, confirm, embedded, navigate]);

  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (isDirty && !mayLeave.current) event.preventDefault();
      },
      [isDirty],
    ),
  );
}
