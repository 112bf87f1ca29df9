import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, FormLayout, Text } from "@shopify/polaris";
import type { PayoutSettingsWire, PaypalAccountsWire } from "#app/contracts/payout-settings.ts";
import { scheduleNames, schedules } from "#app/domain/payouts/schedule.ts";
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
import { methodChoices } from "./payout-words.ts";
import { PaypalSection } from "./paypal-section.tsx";
import { useCreditScopes } from "./allow-store-credit.tsx";

const scheduleChoices = schedules.map((value) => ({ value, label: scheduleNames[value] }));
const bearers = [
  { value: "shop", label: "Store" },
  { value: "affiliate", label: "Affiliate" },
];

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
      {settings.methods.includes("store_credit") && !mayGiveCredit && <CreditScopes />}
      <PaypalSection paypal={paypal} timeZone={timeZone} />
      <SettingsForm key={JSON.stringify(settings)} settings={settings} />
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

const savedText = () => "Payout settings saved";

function SettingsForm({ settings }: { settings: PayoutSettingsWire }) {
  const fetcher = useFetcher<FormAnswer & { readonly ok: boolean }>();
  useAnswerToast(fetcher.data, savedText);
  const { id, fields, values, isDirty, banner, discard, submit } = useAppForm({
    id: "payout-settings",
    defaultValue: valuesOf(settings),
    answer: fetcher.data,
    fieldOf: bankFields,
  });
  return (
    <fetcher.Form method="post" id={id}>
      <BlockStack gap="400">
        <ErrorBanner {...banner} />
        <Section title="Schedule">
          <FormLayout>
            <FormSelect
              field={fields.schedule}
              label="Schedule"
              options={scheduleChoices}
              helpText={nextText(settings)}
            />
            <FormCheckbox
              field={fields.sendsByItself}
              label="Send scheduled payouts automatically"
              value="true"
              helpText="Otherwise they wait for your confirmation."
            />
          </FormLayout>
        </Section>
        <Section title="Methods">
          <FormLayout>
            <ManyChoices
              field={fields.methods}
              title="Ways to pay"
              choices={methodChoices.map((one) => ({ ...one, helpText: methodHelp[one.value] }))}
            />
            <FormSelect field={fields.feeBearer} label="Fees paid by" options={bearers} />
          </FormLayout>
        </Section>
        {values.methods.includes("bank") && (
          <BankAccountSection
            fields={fields}
            isNamed={values.bankName !== ""}
            maskedIban={settings.bankAccount?.iban ?? ""}
          />
        )}
        <Section title="Limits">
          <Text as="p" tone="subdued">
            Balances below the minimum roll over to the next payout. A payout above the second amount needs a
            second person to confirm it.
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
    <Section title="Your bank account">
      <Text as="p" tone="subdued">
        {isMissing
          ? "SEPA files need your name and IBAN. Without them you can download CSV files."
          : "SEPA files are paid from this account."}
      </Text>
      <FormLayout>
        <FormTextField
          field={fields.bankName}
          label="Account holder"
          autoComplete="organization"
          maxLength={70}
        />
        <FormLayout.Group>
          <FormTextField
            field={fields.bankIban}
            label="IBAN"
            maxLength={60}
            placeholder={maskedIban}
            helpText={maskedIban === "" ? "" : "Leave empty to keep this IBAN."}
          />
          <FormTextField field={fields.bankBic} label="BIC" maxLength={30} helpText="Optional" />
        </FormLayout.Group>
      </FormLayout>
    </Section>
  );
}

const methodHelp: Record<string, string> = {
  paypal: "Sent from your PayPal account.",
  store_credit: "Credit in your store, for affiliates who are customers of it.",
  bank: "A file that you upload to your bank or to Wise.",
  manual: "You pay by yourself and note it here.",
};

function nextText({ nextRun }: PayoutSettingsWire): string {
  if (nextRun === null) return "Payouts are created manually.";
  const { day, cutoffDay } = nextRun;
  return `Next on ${formatDay(day)}, for what became payable before ${formatDay(cutoffDay)}. A new schedule begins with its first day after today.`;
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
          label={`Minimum in ${currency}`}
          inputMode="decimal"
          maxLength={30}
          {...(nextMinimum && {
            helpText: `Starts ${formatDay(nextMinimum.from.slice(0, 10))}, after the notice period.`,
          })}
        />
        <FormTextField
          field={approval}
          label={`Second confirmation above (${currency})`}
          inputMode="decimal"
          maxLength={30}
          placeholder="Never"
        />
      </FormLayout.Group>
    </FormLayout>
  );
}

/** Asks the merchant for the store credit scopes, which the app does not have from the start. */
function CreditScopes() {
  const { answer, ask } = useCreditScopes();
  return (
    <Banner
      tone="warning"
      title="Store credit has to be allowed first"
      {...(ask &&
        answer !== "granted" && {
          action: { content: "Allow store credit", onAction: ask, loading: answer === "asking" },
        })}
    >
      <p>{textOf(answer, ask !== null)}</p>
    </Banner>
  );
}

function textOf(answer: string, isInAdmin: boolean): string {
  if (answer === "granted") return "Thank you. Shopify tells the app in a moment.";
  if (answer === "declined") return "It was not allowed. Nothing is paid by store credit until it is.";
  return isInAdmin
    ? "Shopify asks you whether the app may give your customers store credit and see what they have of it."
    : "Open the app in Shopify's admin, and allow it there under Settings ▸ Payouts.";
}
