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
  readonly parts: readonly PayoutRequestWire[];
  readonly total: number;
  readonly timeZone: string;
};

/** The bank files or PayPal requests of a section, each with its state and steps. */
export function PayoutParts({ method, parts, total, timeZone }: Props) {
  const step = usePayoutStep();
  if (parts.length === 0) return null;
  return (
    <Section title={method === "bank" ? "Bank files" : "Requests"}>
      <ErrorBanner message={step.refusal?.message} answer={step.refusal} />
      <BlockStack gap="400">
        {parts.map((part) => (
          <Part key={part.id} part={part} method={method} timeZone={timeZone} step={step} />
        ))}
      </BlockStack>
      {total > parts.length && (
        <Text as="p" tone="subdued">
          {`${formatCount(total - parts.length)} more. None needs you.`}
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

type PartProps = {
  readonly part: PayoutRequestWire;
  readonly method: PayoutMethod;
  readonly timeZone: string;
  readonly step: ReturnType<typeof usePayoutStep>;
};

function Part({ part, method, timeZone, step }: PartProps) {
  const { ordinal, count, total, status, error, nextAt, canSendAgain } = part;
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
          <FileButtons part={part} step={step} />
        ) : (
          <SendButtons part={part} step={step} />
        )}
      </InlineStack>
      {error !== "" && <Text as="p">{error}</Text>}
      {canSendAgain && nextAt !== null && (
        <Text as="p" tone="subdued">{`Next try ${formatDateTime(nextAt, timeZone)}.`}</Text>
      )}
    </BlockStack>
  );
}

type ButtonProps = Pick<PartProps, "part" | "step">;

function SendButtons({ part, step }: ButtonProps) {
  return (
    <ButtonGroup>
      {part.canCancel && <CancelButton part={part} step={step} />}
      {part.canSendAgain && (
        <Button
          disabled={step.isBusy}
          accessibilityLabel={`Send ${part.ordinal} again`}
          onClick={() => step.post({ intent: "sendAgain", part: part.id })}
        >
          Send again
        </Button>
      )}
    </ButtonGroup>
  );
}

function CancelButton({ part, step }: ButtonProps) {
  const confirm = useConfirm();
  const cancel = () =>
    confirm({
      title: "Cancel these payments?",
      message: "They were not sent. Their amounts return to the balances.",
      confirmLabel: "Cancel payments",
      destructive: true,
      onConfirm: () => step.post({ intent: "cancelPart", part: part.id }),
    });
  return (
    <Button disabled={step.isBusy} accessibilityLabel={`Cancel payments of ${part.ordinal}`} onClick={cancel}>
      Cancel payments
    </Button>
  );
}

/** The format is chosen once. After that the same file can be downloaded again and again. */
function FileButtons({ part, step }: ButtonProps) {
  if (part.columns !== null) return <FileLink part={part} columns={part.columns} />;
  if (!part.canCancel) return null;
  return (
    <ButtonGroup>
      <CancelButton part={part} step={step} />
      {bankFormats(part.total.currencyCode).map((columns) =>
        columns === "sepa" ? (
          <SepaFileButton key={columns} part={part} step={step} />
        ) : (
          <HandOverButton key={columns} part={part} step={step} columns={columns} />
        ),
      )}
    </ButtonGroup>
  );
}

function SepaFileButton({ part, step }: ButtonProps) {
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
            step.post({ intent: "handOver", part: part.id, columns: "sepa", executionDay })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function HandOverButton({ part, step, columns }: ButtonProps & { readonly columns: BankColumns }) {
  const confirm = useConfirm();
  const handOver = () =>
    confirm({
      title: `Create ${bankColumnNames[columns]}?`,
      message: "Payments count as sent once you create the file. You can't change its format later.",
      confirmLabel: "Create file",
      onConfirm: () => step.post({ intent: "handOver", part: part.id, columns }),
    });
  return (
    <Button disabled={step.isBusy} onClick={handOver}>
      {bankColumnNames[columns]}
    </Button>
  );
}

function FileLink({ part, columns }: { readonly part: PayoutRequestWire; readonly columns: BankColumns }) {
  return <FileButton url={bankFileUrl(part.id, columns)} content={`Download ${bankColumnNames[columns]}`} />;
}
