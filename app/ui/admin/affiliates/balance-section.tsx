import { BlockStack, Button, FormLayout, InlineStack, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import type { openingBalanceForm } from "#app/contracts/balances.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { Figures, Folded, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent, useOneTimeId } from "../../shared/form/use-intent.ts";
import { formatMoney } from "../../shared/format.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useText } from "../../texts/use-text.ts";
import { AdjustForm } from "../commissions/adjust-form.tsx";

type Props = {
  readonly affiliate: AffiliateWire;
  readonly currency: string;
  /** Ids for the next entries, so that a form posted twice adds one. */
  readonly adjustmentId: string;
  readonly writeOffId: string;
  readonly openingBalanceId: string;
};

/** Balances by currency, what is owed, and entries of the merchant. */
export function BalanceSection({ affiliate, currency, ...ids }: Props) {
  const t = useText("affiliates");
  return (
    <Section title={t("balance.title")}>
      {affiliate.balances.length === 0 && <Text as="p">{t("balance.none")}</Text>}
      {affiliate.balances.map(({ pending, available, inTransit, paid }) => (
        <Figures
          key={pending.currencyCode}
          figures={[
            { label: t("balance.pending"), value: formatMoney(pending) },
            { label: t("balance.available"), value: formatMoney(available) },
            { label: t("balance.inPayout"), value: formatMoney(inTransit) },
            { label: t("balance.paid"), value: formatMoney(paid) },
          ]}
        />
      ))}
      <WriteOff affiliate={affiliate} entryId={ids.writeOffId} />
      <Folded title={t("balance.adjust")}>
        <AdjustForm currency={currency} adjustmentId={ids.adjustmentId} />
      </Folded>
      <Folded title={t("balance.opening")}>
        <OpeningBalanceForm currency={currency} entryId={ids.openingBalanceId} />
      </Folded>
    </Section>
  );
}

type WriteOffProps = {
  readonly affiliate: Pick<AffiliateWire, "name" | "balances">;
  readonly entryId: string;
};

/** Debts of the affiliate, one per currency, each with a button to write it off. */
export function WriteOff({ affiliate, entryId }: WriteOffProps) {
  const t = useText("affiliates");
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onDone = useCallback(() => void addToast({ message: t("balance.writtenOff") }), [addToast, t]);
  const { fetcher, refusal, isBusy } = useIntent("write-off", onDone);
  const owed = affiliate.balances.filter(({ available }) => available.amount.startsWith("-"));
  if (owed.length === 0) return null;
  return (
    <BlockStack gap="200">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      {owed.map(({ available: { amount: debt, currencyCode } }) => {
        const amount = formatMoney({ amount: debt.slice(1), currencyCode });
        const writeOff = () =>
          confirm({
            title: t("balance.writeOffTitle", { amount }),
            message: t("balance.writeOffMessage", { name: affiliate.name }),
            confirmLabel: t("balance.writeOff"),
            destructive: true,
            note: { label: t("balance.reason"), missing: t("balance.reasonMissing") },
            onConfirm: (reason) =>
              fetcher.submit(
                { intent: "write-off", reason, currency: currencyCode, entryId },
                { method: "post" },
              ),
          });
        return (
          <InlineStack key={currencyCode} align="space-between" blockAlign="center" gap="200">
            <Text as="p">{t("balance.owes", { amount })}</Text>
            <Button
              loading={isBusy}
              onClick={writeOff}
              accessibilityLabel={t("balance.writeOffOne", { amount })}
            >
              {t("balance.writeOff")}
            </Button>
          </InlineStack>
        );
      })}
    </BlockStack>
  );
}

type OpeningBalanceFormProps = { readonly currency: string; readonly entryId: string };

/** Adds an opening balance from another system. */
export function OpeningBalanceForm({ currency, entryId }: OpeningBalanceFormProps) {
  const t = useText("affiliates");
  const { addToast } = useUiActions();
  const { id: oneTimeId, markUsed } = useOneTimeId(entryId);
  const onDone = useCallback(() => {
    addToast({ message: t("opening.done"), type: "success" });
    markUsed();
  }, [addToast, markUsed, t]);
  const { fetcher, answer, isBusy } = useIntent("opening-balance", onDone);
  const { id, fields, banner } = useAppForm({
    id: "opening-balance",
    defaultValue: { amount: "", reason: "", document: "" } satisfies FieldsOf<typeof openingBalanceForm>,
    answer,
    keeps: [],
  });
  return (
    <fetcher.Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value="opening-balance" />
      <input type="hidden" name="entryId" value={oneTimeId} />
      <BlockStack gap="400">
        <ErrorBanner {...banner} />
        <FormLayout>
          <FormTextField
            field={fields.amount}
            label={t("opening.amount")}
            suffix={currency}
            maxLength={30}
            requiredIndicator
            helpText={t("opening.amountHelp")}
          />
          <FormTextField
            field={fields.reason}
            label={t("opening.reason")}
            maxLength={500}
            requiredIndicator
          />
          <FormTextField
            field={fields.document}
            label={t("opening.document")}
            maxLength={200}
            helpText={t("opening.documentHelp")}
          />
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            {t("opening.submit")}
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
