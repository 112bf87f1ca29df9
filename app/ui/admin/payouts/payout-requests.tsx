import { Badge, BlockStack, Button, ButtonGroup, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { PayoutRequestWire } from "#app/contracts/payout-section.ts";
import { type BankColumns, bankColumnNames } from "#app/domain/payouts/bank-file.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FileButton } from "../../shared/file-button.tsx";
import { formatCount, formatDateTime, formatMoney } from "../../shared/format.ts";
import { bankFileUrl, bankFormats } from "./payout-words.ts";
import { SepaFileModal } from "./next-step-button.tsx";
import { usePayoutStep } from "./use-payout-step.ts";

type Props = {
  readonly method: PayoutMethod;
  readonly requests: readonly PayoutRequestWire[];
  readonly total: number;
  readonly timeZone: string;
};

/** The bank files or PayPal requests of a section, each with its state and steps. */
export function PayoutRequests({ method, requests, total, timeZone }: Props) {
  const step = usePayoutStep();
  if (requests.length === 0) return null;
  return (
    <Section title={method === "bank" ? "Bank files" : "Requests"}>
      <ErrorBanner message={step.refusal?.message} answer={step.refusal} />
      <BlockStack gap="400">
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} method={method} timeZone={timeZone} step={step} />
        ))}
      </BlockStack>
      {total > requests.length && (
        <Text as="p" tone="subdued">
          {`${formatCount(total - requests.length)} more. None needs you.`}
        </Text>
      )}
    </Section>
  );
}

const tones = {
  ready: "new",
  sending: "info",
  checking: "warning",
  refused: "critical",
  accepted: "info",
  paid: "success",
  needs_attention: "critical",
} as const;

const names = {
  ready: "Ready",
  sending: "Sending",
  checking: "Checking",
  refused: "Refused",
  accepted: "Sent",
  paid: "Done",
  needs_attention: "Needs attention",
} as const;

type RequestRowProps = {
  readonly request: PayoutRequestWire;
  readonly method: PayoutMethod;
  readonly timeZone: string;
  readonly step: ReturnType<typeof usePayoutStep>;
};

function RequestRow({ request, method, timeZone, step }: RequestRowProps) {
  const { ordinal, count, total, status, error, nextAt, canSendAgain } = request;
  const payments = count === 1 ? "1 payment" : `${formatCount(count)} payments`;
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <InlineStack gap="200" blockAlign="center">
          <Text
            as="p"
            fontWeight="medium"
          >{`${formatCount(ordinal)}: ${payments}, ${formatMoney(total)}`}</Text>
          <Badge tone={tones[status]}>{names[status]}</Badge>
        </InlineStack>
        {method === "bank" ? (
          <FileButtons request={request} step={step} />
        ) : (
          <SendButtons request={request} step={step} />
        )}
      </InlineStack>
      {error !== "" && <Text as="p">{error}</Text>}
      {canSendAgain && nextAt !== null && (
        <Text as="p" tone="subdued">{`Next try ${formatDateTime(nextAt, timeZone)}.`}</Text>
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
          accessibilityLabel={`Send ${request.ordinal} again`}
          onClick={() => step.post({ intent: "sendAgain", request: request.id })}
        >
          Send again
        </Button>
      )}
    </ButtonGroup>
  );
}

function CancelButton({ request, step }: ButtonProps) {
  const confirm = useConfirm();
  const cancel = () =>
    confirm({
      title: "Cancel these payments?",
      message: "They were not sent. Their amounts return to the balances.",
      confirmLabel: "Cancel payments",
      destructive: true,
      onConfirm: () => step.post({ intent: "cancelRequest", request: request.id }),
    });
  return (
    <Button
      disabled={step.isBusy}
      accessibilityLabel={`Cancel payments of ${request.ordinal}`}
      onClick={cancel}
    >
      Cancel payments
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
        {bankColumnNames.sepa}
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
      title: `Create ${bankColumnNames[columns]}?`,
      message: "Payments count as sent once you create the file. You can't change its format later.",
      confirmLabel: "Create file",
      onConfirm: () => step.post({ intent: "createFile", request: request.id, columns }),
    });
  return (
    <Button disabled={step.isBusy} onClick={createFile}>
      {bankColumnNames[columns]}
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
    <FileButton url={bankFileUrl(request.id, columns)} content={`Download ${bankColumnNames[columns]}`} />
  );
}
