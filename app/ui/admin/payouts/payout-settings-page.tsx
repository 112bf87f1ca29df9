import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Checkbox, FormLayout, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { PayoutSettingsWire } from "#app/contracts/payout-settings.ts";
import type { PaypalAccountsWire } from "#app/contracts/paypal-account.ts";
import { scheduleNames, schedules } from "#app/domain/payouts/schedule.ts";
import { DetailPage, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal } from "../../shared/field-errors.ts";
import { formatDay } from "../../shared/format.ts";
import { ManyChoices } from "../../shared/many-choices.tsx";
import { SaveButtons } from "../../shared/save-buttons.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { methodChoices } from "./payout-words.ts";
import { PaypalSection } from "./paypal-section.tsx";
import { useCreditScopes } from "./use-credit-scopes.ts";

type Answer = ({ readonly ok: false } & FormRefusal) | { readonly ok: true };

const scheduleChoices = schedules.map((value) => ({ value, label: scheduleNames[value] }));
const bearers = [
  { value: "shop", label: "Store" },
  { value: "affiliate", label: "Affiliate" },
];

export type PayoutSettingsData = {
  readonly settings: PayoutSettingsWire;
  /** False while the store has not granted what giving store credit needs. */
  readonly mayGiveCredit: boolean;
  readonly paypal: PaypalAccountsWire;
  readonly timeZone: string;
};

/** Settings ▸ Payouts: when, how and how much is paid, and who has to agree. */
export function PayoutSettingsPage({ settings, mayGiveCredit, paypal, timeZone }: PayoutSettingsData) {
  return (
    <DetailPage title="Payout settings" back={{ content: "Settings", url: "/dashboard/settings" }}>
      {settings.methods.includes("store_credit") && !mayGiveCredit && <CreditScopes />}
      <PaypalSection paypal={paypal} timeZone={timeZone} />
      <SettingsForm key={JSON.stringify(settings)} settings={settings} />
    </DetailPage>
  );
}

type Limit = {
  readonly currency: string;
  readonly minimum: string;
  readonly approval: string;
  /** ISO instant from which a higher minimum applies; null where it already does. */
  readonly startsAt: string | null;
};

function startOf(settings: PayoutSettingsWire) {
  const { schedule, sendsByItself, methods, feeBearer, limits, bankAccount } = settings;
  const texts = limits.map(({ currency, minimum, nextMinimum, approvalAbove }) => ({
    currency,
    minimum: nextMinimum?.amount.amount ?? minimum.amount,
    startsAt: nextMinimum?.from ?? null,
    approval: approvalAbove?.amount ?? "",
  }));
  return {
    schedule: schedule as string,
    sendsByItself,
    methods: methods as string[],
    feeBearer: feeBearer as string,
    limits: texts,
    bank: { name: bankAccount?.name ?? "", iban: "", bic: bankAccount?.bic ?? "" },
  };
}

function SettingsForm({ settings }: { settings: PayoutSettingsWire }) {
  const fetcher = useFetcher<Answer>();
  const [typed, setTyped] = useState(() => startOf(settings));
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  useAnswerToast<Answer>(fetcher.data, () => "Payout settings saved");
  const change = (by: Partial<typeof typed>) => setTyped({ ...typed, ...by });
  const fields = ["methods", ...bankFields, ...typed.limits.flatMap(({ currency }) => limitFields(currency))];
  const isDirty = JSON.stringify(typed) !== JSON.stringify(startOf(settings));
  return (
    <fetcher.Form method="post">
      <BlockStack gap="400">
        <ErrorBanner message={bannerMessage(refusal, fields)} answer={refusal} />
        <Section title="Schedule">
          <FormLayout>
            <Select
              label="Schedule"
              name="schedule"
              options={scheduleChoices}
              value={typed.schedule}
              onChange={(schedule) => change({ schedule })}
              helpText={nextText(settings)}
            />
            <Checkbox
              label="Send scheduled payouts automatically"
              name="sendsByItself"
              value="true"
              checked={typed.sendsByItself}
              onChange={(sendsByItself) => change({ sendsByItself })}
              helpText="Otherwise they wait for your confirmation."
            />
          </FormLayout>
        </Section>
        <Section title="Methods">
          <FormLayout>
            <ManyChoices
              title="Ways to pay"
              name="methods"
              choices={methodChoices.map((one) => ({ ...one, helpText: methodHelp[one.value] }))}
              selected={typed.methods}
              onChange={(methods) => change({ methods })}
              error={fieldError(refusal, "methods")}
            />
            <Select
              label="Fees paid by"
              name="feeBearer"
              options={bearers}
              value={typed.feeBearer}
              onChange={(feeBearer) => change({ feeBearer })}
            />
          </FormLayout>
        </Section>
        {typed.methods.includes("bank") && (
          <BankAccountSection
            account={typed.bank}
            maskedIban={settings.bankAccount?.iban ?? ""}
            refusal={refusal}
            onChange={(by) => change({ bank: { ...typed.bank, ...by } })}
          />
        )}
        <Section title="Limits">
          <Text as="p" tone="subdued">
            Balances below the minimum roll over to the next payout. A payout above the second amount needs a
            second person to confirm it.
          </Text>
          {typed.limits.map((limit) => (
            <LimitFields
              key={limit.currency}
              limit={limit}
              refusal={refusal}
              onChange={(by) =>
                change({
                  limits: typed.limits.map((one) =>
                    one.currency === limit.currency ? { ...one, ...by } : one,
                  ),
                })
              }
            />
          ))}
        </Section>
        <div className="outside-cards">
          <SaveButtons
            isDirty={isDirty}
            isBusy={fetcher.state !== "idle"}
            onDiscard={() => setTyped(startOf(settings))}
          />
        </div>
      </BlockStack>
    </fetcher.Form>
  );
}

const bankFields = ["bankAccount.name", "bankAccount.iban", "bankAccount.bic"] as const;

type BankAccountTyped = ReturnType<typeof startOf>["bank"];
type BankAccountProps = {
  readonly account: BankAccountTyped;
  readonly maskedIban: string;
  readonly refusal: FormRefusal | null;
  readonly onChange: (by: Partial<BankAccountTyped>) => void;
};

/** The account that SEPA files are paid from. A kept IBAN is shown masked, and stays while the field is empty. */
function BankAccountSection({ account, maskedIban, refusal, onChange }: BankAccountProps) {
  const isMissing = maskedIban === "" || account.name === "";
  return (
    <Section title="Your bank account">
      <Text as="p" tone="subdued">
        {isMissing
          ? "SEPA files need your name and IBAN. Without them you can download CSV files."
          : "SEPA files are paid from this account."}
      </Text>
      <FormLayout>
        <TextField
          label="Account holder"
          name="bankName"
          autoComplete="organization"
          maxLength={70}
          value={account.name}
          onChange={(name) => onChange({ name })}
          error={fieldError(refusal, "bankAccount.name") ?? ""}
        />
        <FormLayout.Group>
          <TextField
            label="IBAN"
            name="bankIban"
            autoComplete="off"
            maxLength={60}
            placeholder={maskedIban}
            value={account.iban}
            onChange={(iban) => onChange({ iban })}
            error={fieldError(refusal, "bankAccount.iban") ?? ""}
            helpText={maskedIban === "" ? "" : "Leave empty to keep this IBAN."}
          />
          <TextField
            label="BIC"
            name="bankBic"
            autoComplete="off"
            maxLength={30}
            value={account.bic}
            onChange={(bic) => onChange({ bic })}
            error={fieldError(refusal, "bankAccount.bic") ?? ""}
            helpText="Optional"
          />
        </FormLayout.Group>
      </FormLayout>
    </Section>
  );
}

const methodHelp: Record<string, string> = {
  paypal: "Sent from your PayPal account.",
  store_credit: "Credit in your store, for affiliates who are customers of it.",
  bank: "A file that you upload to your bank or to Wise.",
  outside: "You pay by yourself and note it here.",
};

function nextText({ nextRun }: PayoutSettingsWire): string {
  if (nextRun === null) return "Payouts are created manually.";
  const { day, cutoffDay } = nextRun;
  return `Next on ${formatDay(day)}, for what became payable before ${formatDay(cutoffDay)}. A new schedule begins with its first day after today.`;
}

const limitFields = (currency: string) =>
  [`limits.${currency}.minimum`, `limits.${currency}.approval`] as const;

type LimitProps = {
  limit: Limit;
  refusal: FormRefusal | null;
  onChange: (by: Partial<Limit>) => void;
};

function LimitFields({ limit, refusal, onChange }: LimitProps) {
  const { currency, minimum, approval, startsAt } = limit;
  const [minimumName, approvalName] = limitFields(currency);
  return (
    <FormLayout>
      <FormLayout.Group>
        <TextField
          label={`Minimum in ${currency}`}
          name={minimumName}
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          value={minimum}
          onChange={(text) => onChange({ minimum: text })}
          error={fieldError(refusal, minimumName) ?? ""}
          {...(startsAt && {
            helpText: `Starts ${formatDay(startsAt.slice(0, 10))}, after the notice period.`,
          })}
        />
        <TextField
          label={`Second confirmation above (${currency})`}
          name={approvalName}
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          placeholder="Never"
          value={approval}
          onChange={(text) => onChange({ approval: text })}
          error={fieldError(refusal, approvalName) ?? ""}
        />
      </FormLayout.Group>
    </FormLayout>
  );
}

/** Asks the merchant for what giving store credit needs, which the app does not hold from the start. */
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
