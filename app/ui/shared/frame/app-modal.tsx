import { Modal as AdminModal, TitleBar } from "@shopify/app-bridge-react";
import { Modal, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { usePageHost } from "../../state/ui-provider.tsx";

type ModalAction = {
  readonly content: string;
  readonly onAction: () => void;
  readonly destructive?: boolean;
  readonly disabled?: boolean;
  readonly loading?: boolean;
};

type Props = {
  title: string;
  size?: "small";
  onClose: () => void;
  primaryAction?: ModalAction;
  secondaryActions?: readonly ModalAction[];
  /**
   * Inside Shopify's admin, the admin shows a modal of text only. Fields stay in the page's document, because the
   * admin's modal is a document of its own, where Polaris' fields lack their styles and overlays.
   */
  children: ReactNode;
};

/** A dialog over the page. It is open as long as it is rendered. */
export function AppModal(props: Props) {
  const { embedded } = usePageHost();
  const { children, primaryAction, secondaryActions = [], ...modal } = props;
  if (embedded && typeof children === "string") return <TextModal {...props}>{children}</TextModal>;
  return (
    <Modal open {...modal} secondaryActions={[...secondaryActions]} {...(primaryAction && { primaryAction })}>
      <Modal.Section>
        {typeof children === "string" ? <Text as="p">{children}</Text> : children}
      </Modal.Section>
    </Modal>
  );
}

function TextModal({ title, onClose, primaryAction, secondaryActions, children }: Props) {
  return (
    <AdminModal open variant="small" onHide={onClose}>
      <p className="admin-modal-text">{children}</p>
      <TitleBar title={title}>
        {primaryAction && <BarButton action={primaryAction} isPrimary />}
        {secondaryActions?.map((action) => (
          <BarButton key={action.content} action={action} />
        ))}
      </TitleBar>
    </AdminModal>
  );
}

function BarButton({ action, isPrimary = false }: { action: ModalAction; isPrimary?: boolean }) {
  const { content, onAction, destructive, disabled, loading } = action;
  return (
    <button
      type="button"
      disabled={disabled ?? false}
      onClick={onAction}
      {...(isPrimary && { variant: "primary" as const })}
      {...(destructive && { tone: "critical" as const })}
      {...(loading && { loading: "" })}
    >
      {content}
    </button>
  );
}
