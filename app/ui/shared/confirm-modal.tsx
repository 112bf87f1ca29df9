import { Modal, Text } from "@shopify/polaris";
import { useCallback, useEffect } from "react";
import { useUiActions, useUiState } from "../state/ui-provider.tsx";

export type Confirmation = {
  readonly title: string;
  readonly message: string;
  readonly confirmLabel: string;
  readonly destructive?: boolean;
  readonly onConfirm: () => void;
};

const modalType = "confirm";

type Asked = Confirmation & { readonly asker: Element | null };

/** Asks before something is done: `confirm({ title, message, confirmLabel, onConfirm })`. */
export function useConfirm(): (confirmation: Confirmation) => void {
  const { openModal } = useUiActions();
  return useCallback(
    (confirmation: Confirmation) => {
      const asked: Asked = { ...confirmation, asker: document.activeElement };
      openModal(modalType, asked);
    },
    [openModal],
  );
}

/** The one place where confirmations are shown; it stands once, beside the page. */
export function ConfirmModal() {
  const { modal } = useUiState();
  const { closeModal } = useUiActions();
  if (!modal.isOpen || modal.type !== modalType || !isAsked(modal.data)) return null;
  return <OpenModal asked={modal.data} closeModal={closeModal} />;
}

function OpenModal({ asked, closeModal }: { asked: Asked; closeModal: () => void }) {
  const { title, message, confirmLabel, destructive, onConfirm, asker } = asked;
  useEffect(() => () => giveFocusBack(asker), [asker]);
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

/** Where the person was before they were asked. A frame later, because the modal holds the focus until it is gone. */
function giveFocusBack(asker: Element | null): void {
  requestAnimationFrame(() => {
    if (asker instanceof HTMLElement && asker.isConnected) asker.focus();
  });
}

function isAsked(data: unknown): data is Asked {
  return typeof data === "object" && data !== null && "onConfirm" in data && "confirmLabel" in data;
}
