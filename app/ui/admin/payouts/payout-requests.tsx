import { Badge, BlockStack, Button, ButtonGroup, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { PayoutRequestWire } from "#app/contracts/payout-section.ts";
import type { BankColumns } from "#app/domain/payouts/bank-file.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { Folded } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FileButton } from "../../shared/file-button.tsx";
import { formatDateTime, formatMoney } from "../../shared/format.ts";
import { payoutText as t } from "./payout-text.ts";
import { bankFileUrl, bankFormats } from "./payout-words.ts";
import { SepaFileModal } from "./next-step-button.tsx";
import { usePayoutStep } from "./use-payout-step.ts";

type Props = {
  readonly method: PayoutMethod;
  readonly requests: readonly PayoutRequestWire[];
  readonly total: number;
  readonly timeZone: string;
};

/** Bank files or requests of a section, each with its state and steps. Collapsed unless one needs the merchant. */
export function PayoutRequests({ method, requests, total, timeZone }: Props) {
  const step = usePayoutStep();
  if (requests.length === 0) return null;
  return (
    <Card>
      <Folded
        title={t(method === "bank" ? "requests.files" : "requests.requests", { count: total })}
        isOpen={requests.some(needsMerchant)}
      >
        <BlockStack gap="300">
          <ErrorBanner message={step.refusal?.message} answer={step.refusal} />
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} method={method} timeZone={timeZone} step={step} />
          ))}
          {total > requests.length && (
            <Text as="p" tone="subdued">
              {t("requests.more", { count: total - requests.length })}
            </Text>
          )}
        </BlockStack>
      </Folded>
    </Card>
  );
}

const needsMerchant = ({ status }: PayoutRequestWire) => status === "refused" || status === "needs_attention";

const tones = {
  ready: "new",
  sending: "info",
  checking: "warning",
  refused: "critical",
  accepted: "info",
  paid: "success",
  needs_attention: "critical",
} as const;

type RequestRowProps = {
  readonly request: PayoutRequestWire;
  readonly method: PayoutMethod;
  readonly timeZone: string;
  readonly step: ReturnType<typeof usePayoutStep>;
};

function RequestRow({ request, method, timeZone, step }: RequestRowProps) {
  const { ordinal, count, total, status, error, nextAt, canSendAgain } = request;
  const payments = t("payments", { count });
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <InlineStack gap="200" blockAlign="center">
          <Text as="p" fontWeight="medium">
            {t("requests.line", { place: ordinal, payments, amount: formatMoney(total) })}
          </Text>
          <Badge tone={tones[status]}>{t(`requests.states.${status}`)}</Badge>
        </InlineStack>
        {method === "bank" ? (
          <FileButtons request={request} step={step} />
        ) : (
          <SendButtons request={request} step={step} />
        )}
      </InlineStack>
      {error !== "" && <Text as="p">{error}</Text>}
      {canSendAgain && nextAt !== null && (
        <Text as="p" tone="subdued">
          {t("requests.next", { date: formatDateTime(nextAt, timeZone) })}
        </Text>
      )}
    </BlockStack>
  );
}

type ButtonProps = Pick<RequestRowProps, "request" | "step">;

function SendButtons({ request, step }: ButtonProps) {
  return (
    <ButtonGroup>
      {request.canCancel && <CancelButton request={request} step={step} />}
      {request.canSendAgain && (
        <Button
          disabled={step.isBusy}
          accessibilityLabel={t("requests.sendAgainLabel", { place: request.ordinal })}
          onClick={() => step.post({ intent: "sendAgain", request: request.id })}
        >
          {t("requests.sendAgain")}
        </Button>
      )}
    </ButtonGroup>
  );
}

function CancelButton({ request, step }: ButtonProps) {
  const confirm = useConfirm();
  const cancel = () =>
    confirm({
      title: t("requests.cancelTitle"),
      message: t("requests.cancelMessage"),
      confirmLabel: t("requests.cancel"),
      destructive: true,
      onConfirm: () => step.post({ intent: "cancelRequest", request: request.id }),
    });
  return (
    <Button
      disabled={step.isBusy}
      accessibilityLabel={t("requests.cancelLabel", { place: request.ordinal })}
      onClick={cancel}
    >
      {t("requests.cancel")}
    </Button>
  );
}

/** The format is chosen once. After that the same file can be downloaded again and again. */
function FileButtons({ request, step }: ButtonProps) {
  if (request.columns !== null) return <FileLink request={request} columns={request.columns} />;
  if (!request.canCancel) return null;
  return (
    <ButtonGroup>
      <CancelButton request={request} step={step} />
      {bankFormats(request.total.currencyCode).map((columns) =>
        columns === "sepa" ? (
          <SepaFileButton key={columns} request={request} step={step} />
        ) : (
          <CreateFileButton key={columns} request={request} step={step} columns={columns} />
        ),
      )}
    </ButtonGroup>
  );
}

function SepaFileButton({ request, step }: ButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabled={step.isBusy} onClick={() => setOpen(true)}>
        {t("formats.sepa")}
      </Button>
      {isOpen && (
        <SepaFileModal
          refusal={step.refusal}
          isBusy={step.isBusy}
          onDownload={(executionDay) =>
            step.post({ intent: "createFile", request: request.id, columns: "sepa", executionDay })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function CreateFileButton({ request, step, columns }: ButtonProps & { readonly columns: BankColumns }) {
  const confirm = useConfirm();
  const createFile = () =>
    confirm({
      title: t("file.ask", { format: t(`formats.${columns}`) }),
      message: t("file.askMessage"),
      confirmLabel: t("file.submit"),
      onConfirm: () => step.post({ intent: "createFile", request: request.id, columns }),
    });
  return (
    <Button disabled={step.isBusy} onClick={createFile}>
      {t(`formats.${columns}`)}
    </Button>
  );
}

function FileLink({
  request,
  columns,
}: {
  readonly request: PayoutRequestWire;
  readonly columns: BankColumns;
}) {
  return (
    <FileButton
      url={bankFileUrl(request.id, columns)}
      content={t("file.again", { format: t(`formats.${columns}`) })}
    />
  );
}
