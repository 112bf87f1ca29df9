import { useFetcher } from "@remix-run/react";
import { Badge, BlockStack, Button, FormLayout, InlineStack, Text } from "@shopify/polaris";
import type { PayoutSettingsWire, PaypalAccountsWire } from "#app/contracts/payout-settings.ts";
import { type PayoutMethod, storeCreditScopes } from "#app/domain/payouts/method.ts";
import { feeBearers } from "#app/domain/payouts/settings.ts";
import { schedules } from "#app/domain/payouts/schedule.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { DetailPage, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import {
  FormCheckbox,
  type FormField,
  FormSelect,
  FormTextField,
  ManyChoices,
} from "../../shared/form/form-fields.tsx";
import { type FormAnswer, useAppForm } from "../../shared/form/use-app-form.ts";
import { formatDay } from "../../shared/format.ts";
import { AppSaveBar } from "../../shared/frame/app-save-bar.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { payoutSettingsText as t } from "./payout-settings-text.ts";
import { methodChoices } from "./payout-words.ts";
import { PaypalSection } from "./paypal-section.tsx";
import { useScopeRequest } from "../../shared/use-scope-request.ts";

const scheduleChoices = schedules.map((value) => ({ value, label: t(`schedule.names.${value}`) }));
const bearers = feeBearers.map((value) => ({ value, label: t(`methods.bearers.${value}`) }));

export type PayoutSettingsData = {
  readonly settings: PayoutSettingsWire;
  /** False until the store grants the store credit scopes. */
  readonly mayGiveCredit: boolean;
  readonly paypal: PaypalAccountsWire;
  readonly timeZone: string;
};

/** Settings ▸ Payouts: schedule, methods, limits and confirmations. */
export function PayoutSettingsPage({ settings, mayGiveCredit, paypal, timeZone }: PayoutSettingsData) {
  return (
    <DetailPage title={frameText("pages.payouts")}>
      <SettingsForm key={JSON.stringify(settings)} {...{ settings, mayGiveCredit, paypal }} />
      <PaypalSection paypal={paypal} timeZone={timeZone} />
    </DetailPage>
  );
}

function valuesOf({ schedule, sendsByItself, methods, feeBearer, limits, bankAccount }: PayoutSettingsWire) {
  return {
    schedule: schedule as string,
    sendsByItself,
    methods: methods as string[],
    feeBearer: feeBearer as string,
    bankName: bankAccount?.name ?? "",
    bankIban: "",
    bankBic: bankAccount?.bic ?? "",
    ...limitValues(limits),
  };
}

type CurrencyLimit = PayoutSettingsWire["limits"][number];

function limitValues(limits: readonly CurrencyLimit[]): Record<`limits.${string}`, string> {
  return Object.fromEntries(
    limits.flatMap(({ currency, minimum, nextMinimum, approvalAbove }) => [
      [`limits.${currency}.minimum`, nextMinimum?.amount.amount ?? minimum.amount],
      [`limits.${currency}.approval`, approvalAbove?.amount ?? ""],
    ]),
  );
}

const savedText = () => t("saved");

type SettingsFormProps = Omit<PayoutSettingsData, "timeZone">;

function SettingsForm({ settings, mayGiveCredit, paypal }: SettingsFormProps) {
  const fetcher = useFetcher<FormAnswer & { readonly ok: boolean }>();
  useAnswerToast(fetcher.data, savedText);
  const credit = useScopeRequest(storeCreditScopes);
  const { id, fields, values, isDirty, banner, discard, submit } = useAppForm({
    id: "payout-settings",
    defaultValue: valuesOf(settings),
    answer: fetcher.data,
    fieldOf: bankFields,
  });
  const isOffered = (method: PayoutMethod) => values.methods.includes(method);
  return (
    <fetcher.Form method="post" id={id}>
      <BlockStack gap="400">
        <ErrorBanner {...banner} />
        <Section title={t("methods.title")}>
          <FormLayout>
            <ManyChoices
              field={fields.methods}
              title={t("methods.label")}
              titleHidden
              choices={methodChoices.map((one) => ({
                ...one,
                helpText:
                  one.value === "store_credit" && isOffered(one.value) && !mayGiveCredit ? (
                    <span aria-live="polite">{textOf(credit)}</span>
                  ) : (
                    t(`methods.help.${one.value}`)
                  ),
                aside: isOffered(one.value) && (
                  <MethodStatus method={one.value} {...{ paypal, mayGiveCredit, credit }} />
                ),
              }))}
            />
            <FormSelect field={fields.feeBearer} label={t("methods.fees")} options={bearers} />
          </FormLayout>
        </Section>
        <Section title={t("schedule.title")}>
          <FormLayout>
            <FormSelect
              field={fields.schedule}
              label={t("schedule.label")}
              labelHidden
              options={scheduleChoices}
              helpText={nextText(settings)}
            />
            <FormCheckbox
              field={fields.sendsByItself}
              label={t("schedule.automatic")}
              value="true"
              helpText={t("schedule.automaticHelp")}
            />
          </FormLayout>
        </Section>
        {values.methods.includes("bank") && (
          <BankAccountSection
            fields={fields}
            isNamed={values.bankName !== ""}
            maskedIban={settings.bankAccount?.iban ?? ""}
          />
        )}
        <Section title={t("limits.title")}>
          <Text as="p" tone="subdued">
            {t("limits.about")}
          </Text>
          {settings.limits.map((limit) => (
            <LimitFields key={limit.currency} limit={limit} fields={fields} />
          ))}
        </Section>
        <AppSaveBar isDirty={isDirty} isBusy={fetcher.state !== "idle"} onSave={submit} onDiscard={discard} />
      </BlockStack>
    </fetcher.Form>
  );
}

/** API names of the bank account's errors, and the fields that show them. */
const bankFields = {
  "bankAccount.name": "bankName",
  "bankAccount.iban": "bankIban",
  "bankAccount.bic": "bankBic",
} as const;

type BankAccountProps = {
  readonly fields: Readonly<Record<"bankName" | "bankIban" | "bankBic", FormField>>;
  readonly isNamed: boolean;
  readonly maskedIban: string;
};

/** Account that SEPA files are paid from. A stored IBAN is masked, and kept while the field is empty. */
function BankAccountSection({ fields, isNamed, maskedIban }: BankAccountProps) {
  const isMissing = maskedIban === "" || !isNamed;
  return (
    <Section title={t("bank.title")}>
      <Text as="p" tone="subdued">
        {t(isMissing ? "bank.missing" : "bank.about")}
      </Text>
      <FormLayout>
        <FormTextField
          field={fields.bankName}
          label={t("bank.holder")}
          autoComplete="organization"
          maxLength={70}
        />
        <FormLayout.Group>
          <FormTextField
            field={fields.bankIban}
            label={t("bank.iban")}
            maxLength={60}
            placeholder={maskedIban}
            helpText={maskedIban === "" ? "" : t("bank.ibanHelp")}
          />
          <FormTextField field={fields.bankBic} label={t("bank.bic")} maxLength={30} />
        </FormLayout.Group>
      </FormLayout>
    </Section>
  );
}

function nextText({ nextRun }: PayoutSettingsWire): string {
  if (nextRun === null) return t("schedule.manual");
  const { day, cutoffDay } = nextRun;
  return t("schedule.next", { date: formatDay(day), cutoff: formatDay(cutoffDay) });
}

type CurrencyLimitProps = { limit: CurrencyLimit; fields: Readonly<Record<`limits.${string}`, FormField>> };

function LimitFields({ limit: { currency, nextMinimum }, fields }: CurrencyLimitProps) {
  const minimum = fields[`limits.${currency}.minimum`];
  const approval = fields[`limits.${currency}.approval`];
  if (!minimum || !approval) return null;
  return (
    <FormLayout>
      <FormLayout.Group>
        <FormTextField
          field={minimum}
          label={t("limits.minimum", { currency })}
          inputMode="decimal"
          maxLength={30}
          {...(nextMinimum && {
            helpText: t("limits.minimumFrom", { date: formatDay(nextMinimum.from.slice(0, 10)) }),
          })}
        />
        <FormTextField
          field={approval}
          label={t("limits.second", { currency })}
          inputMode="decimal"
          maxLength={30}
          placeholder={t("limits.never")}
        />
      </FormLayout.Group>
    </FormLayout>
  );
}

type CreditScopes = ReturnType<typeof useScopeRequest>;

type MethodStatusProps = Pick<PayoutSettingsData, "paypal" | "mayGiveCredit"> & {
  readonly method: PayoutMethod;
  readonly credit: CreditScopes;
};

/** Whether the store can pay by a method, with the step that is missing. */
function MethodStatus({ method, paypal, mayGiveCredit, credit }: MethodStatusProps) {
  if (method === "store_credit" && !mayGiveCredit) {
    const { answer, ask } = credit;
    return (
      <InlineStack gap="200" blockAlign="center" wrap={false}>
        <Badge tone="attention">{t("credit.title")}</Badge>
        {ask && answer !== "granted" && (
          <Button
            size="slim"
            onClick={ask}
            loading={answer === "asking"}
            accessibilityLabel={t("credit.allow")}
          >
            {t("credit.submit")}
          </Button>
        )}
      </InlineStack>
    );
  }
  if (method === "paypal" && paypal.account === null && !paypal.isServerPaying) {
    return (
      <InlineStack gap="200" blockAlign="center" wrap={false}>
        <Badge tone="attention">{t("methods.notConnected")}</Badge>
        <Button size="slim" url="#paypal" accessibilityLabel={t("paypal.connect")}>
          {t("methods.connect")}
        </Button>
      </InlineStack>
    );
  }
  const isOfProvider = method === "paypal" || method === "store_credit";
  return <Badge tone="success">{t(isOfProvider ? "methods.connected" : "methods.ready")}</Badge>;
}

/** The store credit scopes, which the app does not have from the start. */
function textOf({ answer, ask }: CreditScopes): string {
  if (answer === "granted") return t("credit.granted");
  if (answer === "declined") return t("credit.declined");
  return t(ask ? "credit.ask" : "credit.elsewhere");
}
