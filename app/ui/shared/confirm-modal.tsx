import { BlockStack, Checkbox, Text, TextField } from "@shopify/polaris";
import { useCallback, useEffect, useState } from "react";
import { commonText as t } from "./common-text.ts";
import { AppModal } from "./frame/app-modal.tsx";
import { useUiActions, useUiState } from "../state/ui-provider.tsx";
import { type FocusOrigin, giveFocusBack, whoAsks } from "./give-focus-back.ts";

export type Confirmation = {
  readonly title: string;
  readonly message: string;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly destructive?: boolean;
  /** A note to enter: its label, and the error if it is required and empty. */
  readonly note?: {
    readonly label: string;
    readonly missing: string | null;
    readonly initial?: string;
  };
  /** Below the note: a box to check, unchecked at first. */
  readonly checkbox?: { readonly label: string };
  readonly onConfirm: (note: string, isChecked: boolean) => void;
};

const modalType = "confirm";

type OpenConfirmation = Confirmation & { readonly asker: FocusOrigin | null };

/** Asks for a confirmation: */
export function useConfirm(): (confirmation: Confirmation) => void {
  const { openModal } = useUiActions();
  return useCallback(
    (confirmation: Confirmation) => {
      const asked: OpenConfirmation = { ...confirmation, asker: whoAsks() };
      openModal(modalType, asked);
    },
    [openModal],
  );
}

/** Shows confirmations. Rendered once, next to the page. */
export function ConfirmModal() {
  const { modal } = useUiState();
  const { closeModal } = useUiActions();
  if (!modal.isOpen || modal.type !== modalType || !isAsked(modal.data)) return null;
  return <OpenModal asked={modal.data} closeModal={closeModal} />;
}

function OpenModal({ asked, closeModal }: { asked: OpenConfirmation; closeModal: () => void }) {
  const {
    title,
    message,
    confirmLabel,
    cancelLabel = t("cancel"),
    destructive,
    note,
    checkbox,
    onConfirm,
    asker,
  } = asked;
  const [text, setText] = useState(note?.initial ?? "");
  const [isChecked, setChecked] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => () => giveFocusBack(asker), [asker]);

  function answer() {
    const written = text.trim();
    if (note?.missing && written === "") return setError(note.missing);
    closeModal();
    onConfirm(written, isChecked);
  }

  return (
    <AppModal
      size="small"
      title={title}
      onClose={closeModal}
      primaryAction={{ content: confirmLabel, destructive: destructive ?? false, onAction: answer }}
      secondaryActions={[{ content: cancelLabel, onAction: closeModal }]}
    >
      {note ? (
        <BlockStack gap="300">
          <Text as="p">{message}</Text>
          <TextField
            label={note.label}
            value={text}
            onChange={setText}
            multiline={3}
            maxLength={500}
            autoComplete="off"
            requiredIndicator={note.missing !== null}
            {...(error !== null && text.trim() === "" && { error })}
          />
          {checkbox && <Checkbox label={checkbox.label} checked={isChecked} onChange={setChecked} />}
        </BlockStack>
      ) : (
        message
      )}
    </AppModal>
  );
}

function isAsked(data: unknown): data is OpenConfirmation {
  return typeof data === "object" && data !== null && "onConfirm" in data && "confirmLabel" in data;
}
