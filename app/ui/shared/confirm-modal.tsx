import { Modal, Text } from "@shopify/polaris";
import { useCallback } from "react";
import { useUiActions, useUiState } from "../state/ui-provider.tsx";

export type Confirmation = {
  readonly title: string;
  readonly message: string;
  readonly confirmLabel: string;
  readonly destructive?: boolean;
  readonly onConfirm: () => void;
};

const modalType = "confirm";

/** Asks before something is done: `confirm({ title, message, confirmLabel, onConfirm })`. */
export function useConfirm(): (confirmation: Confirmation) => void {
  const { openModal } = useUiActions();
  return useCallback((confirmation: Confirmation) => openModal(modalType, confirmation), [openModal]);
}

/** The one place where confirmations are shown; it stands once, beside the page. */
export function ConfirmModal() {
  const { modal } = useUiState();
  const { closeModal } = useUiActions();
  if (!modal.isOpen || modal.type !== modalType || !isConfirmation(modal.data)) return null;
  const { title, message, confirmLabel, destructive, onConfirm } = modal.data;
  return (
    <Modal
      open
      size="small"
      title={title}
      onClose={closeModal}
      primaryAction={{
        content: confirmLabel,
        destructive: destructive ?? false,
        onAction: () => {
          closeModal();
          onConfirm();
        },
      }}
      secondaryActions={[{ content: "Cancel", onAction: closeModal }]}
    >
      <Modal.Section>
        <Text as="p">{message}</Text>
      </Modal.Section>
    </Modal>
  );
}

function isConfirmation(data: unknown): data is Confirmation {
  return typeof data === "object" && data !== null && "onConfirm" in data && "confirmLabel" in data;
}
