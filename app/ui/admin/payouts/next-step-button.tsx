import { ActionList, BlockStack, Button, Popover, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import type { PayoutSectionWire } from "#app/contracts/payout.ts";
import type { BankColumns } from "#app/domain/payouts/bank-file.ts";
import { lastExecutionDay, targetDayAfter, whyNotExecutionDay } from "#app/domain/payouts/sepa.ts";
import { AppModal } from "../../shared/frame/app-modal.tsx";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { useFileAction } from "../../shared/file-button.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";
import { formatMoney } from "../../shared/format.ts";
import { AllowStoreCredit } from "./allow-store-credit.tsx";
import { payoutText as t } from "./payout-text.ts";
import { bankFileUrl, bankFormats, paymentUrl, payoutsUrl, peopleText, sectionUrl } from "./payout-words.ts";
import { expectedText, usePayoutForm, usePayoutStep } from "./use-payout-step.ts";

type Props = {
  readonly section: PayoutSectionWire;
  readonly totalMinor: string;
  /** True if the section is the payout's only one, so that its page can confirm it. */
  readonly isAlone: boolean;
  readonly onMarkAsPaid?: () => void;
};

/** Button of a section's next step. It works on any page. */
export function NextStepButton({ section, totalMinor, isAlone, onMarkAsPaid }: Props) {
  const createFile = useCreateFile();
  const { nextStep } = section;
  if (!nextStep) return null;
  const { kind, label, subject } = nextStep;
  switch (kind) {
    case "confirm":
    case "confirm_second":
      return isAlone ? (
        <ConfirmButton section={section} totalMinor={totalMinor} />
      ) : (
        <Button variant="primary" url={`${payoutsUrl}/${section.payout}`}>
          {label}
        </Button>
      );
    case "download_file":
      return (
        <DownloadFileButton
          key={subject}
          request={subject}
          currency={section.currency}
          createFile={createFile}
        />
      );
    case "mark_as_paid":
      return onMarkAsPaid ? (
        <Button variant="primary" onClick={onMarkAsPaid}>
          {label}
        </Button>
      ) : (
        <Button variant="primary" url={sectionUrl(section)}>
          {label}
        </Button>
      );
    case "allow_store_credit":
      return <AllowStoreCredit />;
    case "connect_paypal":
      return (
        <Button variant="primary" url="/dashboard/settings/payouts#paypal">
          {label}
        </Button>
      );
    case "check_payment":
    case "review_payments":
      return (
        <Button
          variant="primary"
          url={subject === "" ? `${sectionUrl(section)}?status=needs_attention` : paymentUrl(subject)}
        >
          {label}
        </Button>
      );
    case "try_again":
    default:
      return <TryAgainButton section={section} label={label} request={subject} />;
  }
}

/** Asks for confirmation, and posts the shown totals. */
function ConfirmButton({ section, totalMinor }: Pick<Props, "section" | "totalMinor">) {
  const form = usePayoutForm(section.payout);
  const confirm = useConfirm();
  const { planned, expected, nextStep } = section;
  const isSecond = nextStep?.kind === "confirm_second";
  const amount = formatMoney(planned.total);
  const first =
    expected === null
      ? t("confirm.first")
      : t("confirm.seen", { affiliates: peopleText(expected.count), amount: formatMoney(expected.total) });
  const ask = () =>
    confirm({
      title: t("confirm.title", { affiliates: peopleText(planned.count), amount }),
      message: isSecond
        ? t("confirm.second", { name: section.confirmedBy ?? t("confirm.anotherPerson") })
        : first,
      confirmLabel: t("confirm.submit", { amount }),
      onConfirm: () =>
        form.post(
          isSecond
            ? { intent: "approve" }
            : { intent: "confirm", expected: expectedText(section, totalMinor) },
        ),
    });
  return (
    <BlockStack gap="100">
      <ErrorBanner message={form.refusal?.message} answer={form.refusal} />
      <Button variant="primary" loading={form.isBusy} onClick={ask}>
        {nextStep?.label ?? t("next.confirm")}
      </Button>
    </BlockStack>
  );
}

function TryAgainButton({
  section,
  label,
  request,
}: {
  readonly section: PayoutSectionWire;
  readonly label: string;
  readonly request: string;
}) {
  const form = usePayoutForm(section.payout);
  const step = usePayoutStep();
  const refusal = form.refusal ?? step.refusal;
  const again = () =>
    request === ""
      ? form.post({ intent: "retry", section: section.id })
      : step.post({ intent: "sendAgain", request });
  return (
    <BlockStack gap="100">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <Button variant="primary" loading={form.isBusy || step.isBusy} onClick={again}>
        {label}
      </Button>
    </BlockStack>
  );
}

/**
 * Creates the bank file in the chosen format, then downloads it. The hook is used above the buttons, because the
 * section's next step may change meanwhile.
 */
function useCreateFile() {
  const step = usePayoutStep();
  const [wanted, setWanted] = useState<{ readonly url: string; readonly before: unknown } | null>(null);
  const started = useRef<unknown>(null);
  const file = useFileAction(wanted?.url ?? "", t("next.download_file"));
  const { done } = step;
  useEffect(() => {
    if (wanted === null || started.current === wanted || done === null || done === wanted.before) return;
    started.current = wanted;
    if (file.onAction) file.onAction();
    else window.location.assign(wanted.url);
  }, [wanted, done, file]);
  const choose = (request: string, columns: BankColumns, day: { executionDay?: string } = {}) => {
    setWanted({ url: bankFileUrl(request, columns), before: done });
    step.post({ intent: "createFile", request, columns, ...day });
  };
  return { choose, isBusy: step.isBusy, refusal: step.refusal };
}

type DownloadProps = {
  readonly request: string;
  readonly currency: string;
  readonly createFile: ReturnType<typeof useCreateFile>;
};

/** Asks for a format, and for the execution date of a SEPA file. */
function DownloadFileButton({ request, currency, createFile }: DownloadProps) {
  const [isOpen, setOpen] = useState(false);
  const [isDating, setDating] = useState(false);
  const { choose, isBusy, refusal } = createFile;
  return (
    <BlockStack gap="100">
      {isDating ? (
        <SepaFileModal
          refusal={refusal}
          isBusy={isBusy}
          onDownload={(executionDay) => choose(request, "sepa", { executionDay })}
          onClose={() => setDating(false)}
        />
      ) : (
        <ErrorBanner message={refusal?.message} answer={refusal} />
      )}
      <Popover
        active={isOpen}
        onClose={() => setOpen(false)}
        activator={
          <Button variant="primary" disclosure loading={isBusy} onClick={() => setOpen(!isOpen)}>
            {t("next.download_file")}
          </Button>
        }
      >
        <ActionList
          items={bankFormats(currency).map((columns) => ({
            content: t(`formats.${columns}`),
            onAction: () => {
              setOpen(false);
              if (columns === "sepa") setDating(true);
              else choose(request, columns);
            },
          }))}
        />
      </Popover>
    </BlockStack>
  );
}

type SepaFileModalProps = {
  readonly refusal: FormRefusal | null;
  readonly isBusy: boolean;
  readonly onDownload: (executionDay: string) => void;
  readonly onClose: () => void;
};

/** Asks for the execution date of a SEPA file. */
export function SepaFileModal({ refusal, isBusy, onDownload, onClose }: SepaFileModalProps) {
  const [today] = useState(todayInFrankfurt);
  const { id, fields, values, banner } = useAppForm({
    id: "sepa-file",
    defaultValue: { executionDay: targetDayAfter(today) },
    answer: refusal,
  });
  const [isTried, setTried] = useState(false);
  const fault = whyNotExecutionDay(values.executionDay, today);
  const download = () => {
    setTried(true);
    if (fault === null) onDownload(values.executionDay);
  };
  return (
    <AppModal
      title={t("file.title")}
      onClose={onClose}
      primaryAction={{ content: t("file.submit"), loading: isBusy, onAction: download }}
      secondaryActions={[{ content: t("file.cancel"), onAction: onClose }]}
    >
      <form id={id} onSubmit={(event) => event.preventDefault()}>
        <BlockStack gap="400">
          <ErrorBanner {...banner} />
          <Text as="p">{t("file.about")}</Text>
          <FormTextField
            field={fields.executionDay}
            label={t("file.day")}
            type="date"
            min={today}
            max={lastExecutionDay(today)}
            helpText={t("file.dayHelp")}
            {...(isTried && fault !== null && { error: t(`file.days.${fault}`) })}
          />
        </BlockStack>
      </form>
    </AppModal>
  );
}

/** Source: the TARGET calendar's days are those of Frankfurt. */
const todayInFrankfurt = () => new Date().toLocaleDateString("en-CA", { timeZone: "Europe/Berlin" });
