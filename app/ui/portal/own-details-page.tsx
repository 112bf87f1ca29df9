import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { Banner, BlockStack, Button, FormLayout, InlineStack, Page, Select, Text } from "@shopify/polaris";
import type {
  OwnDetailsWire,
  PayoutDetailsAnswer,
  PayoutDetailsWire,
} from "#app/contracts/payout-details.ts";
import type { AccountKind } from "#app/domain/payouts/details.ts";
import { FactList, Section } from "../shared/detail-page.tsx";
import type { FormRefusal } from "../shared/error-banner.tsx";
import { type FormField, FormSelect, FormTextField } from "../shared/form/form-fields.tsx";
import { useAppForm } from "../shared/form/use-app-form.ts";
import { formatDateTime } from "../shared/format.ts";
import { useText } from "../texts/use-text.ts";
import { useAccountText } from "./use-account-text.ts";
import { OwnErrorBanner } from "./own-error-banner.tsx";

export type DetailsAnswer =
  | { readonly ok: true; readonly what: "emailed" | "withdrawn" | "reminders" }
  | ({ readonly ok: false } & FormRefusal);

type Props = OwnDetailsWire & { readonly answer: DetailsAnswer | null };

/** Payout details of the affiliate: in use, scheduled, and a form to change them. */
export function OwnDetailsPage({ answer, ...page }: Props) {
  const t = useText("portal");
  const home = useText("home");
  const { details, email } = page;
  const refusal = answer?.ok === false ? answer : null;
  const isEntering = refusal?.given?.["intent"] === "enter";
  return (
    <main>
      <Page title={t("details.title")} backAction={{ content: home("nav.more"), url: "/portal/more" }}>
        <BlockStack gap="400">
          {refusal && !isEntering && <OwnErrorBanner message={refusal.message} answer={refusal} />}
          {answer?.ok && <DoneBanner what={answer.what} email={email} />}
          <Section title={t("details.where")}>
            <DetailsStates {...page} />
          </Section>
          <Section title={t(details.current || details.next ? "details.change" : "details.add")}>
            <EnterDetails page={page} refusal={isEntering ? refusal : null} />
          </Section>
          <Section title={t("details.reminders")}>
            <Reminders isWanted={page.wantsReminders} />
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}

function EnterDetails({ page, refusal }: { page: OwnDetailsWire; refusal: FormRefusal | null }) {
  const t = useText("portal");
  const { kind, details, canEmail } = page;
  if (kind === null) {
    return <Text as="p">{t("details.noWay", { shop: page.shopName })}</Text>;
  }
  if (!canEmail) {
    return <Banner tone="warning">{t("details.noEmailServer", { shop: page.shopName })}</Banner>;
  }
  return (
    <>
      <KindChoice kinds={page.kinds} kind={kind} />
      {/* A new key after saving resets the form. */}
      <DetailsForm
        key={`${kind} ${details.unconfirmed?.id ?? ""}`}
        kind={kind}
        page={page}
        refusal={refusal}
      />
    </>
  );
}

function DoneBanner({ what, email }: { what: "emailed" | "withdrawn" | "reminders"; email: string }) {
  const t = useText("portal");
  if (what === "emailed") {
    return (
      <Banner tone="info" title={t("details.emailedTitle")}>
        <p>{t("details.emailed", { email })}</p>
      </Banner>
    );
  }
  return <Banner tone="success">{t(what === "withdrawn" ? "details.withdrawn" : "details.saved")}</Banner>;
}

function Reminders({ isWanted }: { isWanted: boolean }) {
  const t = useText("portal");
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="reminders" />
      <input type="hidden" name="wanted" value={isWanted ? "no" : "yes"} />
      <BlockStack gap="300">
        <Text as="p">{t(isWanted ? "details.remindersOn" : "details.remindersOff")}</Text>
        <InlineStack>
          <Button submit loading={isBusy}>
            {t(isWanted ? "details.turnOff" : "details.turnOn")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}

type KindChoiceProps = { readonly kinds: readonly AccountKind[]; readonly kind: AccountKind };

/** Choice of the payout method. It is part of the URL. Without JavaScript a button submits it. */
function KindChoice({ kinds, kind }: KindChoiceProps) {
  const t = useText("portal");
  const submit = useSubmit();
  return (
    <Form method="get" preventScrollReset>
      <InlineStack gap="300" blockAlign="end">
        <Select
          id="details-kind"
          name="kind"
          label={t("details.kind")}
          options={kinds.map((value) => ({ value, label: t(`details.kinds.${value}`) }))}
          value={kind}
          onChange={(chosen) => submit({ kind: chosen }, { method: "get", preventScrollReset: true })}
        />
        <noscript>
          <Button submit>{t("details.next")}</Button>
        </noscript>
      </InlineStack>
    </Form>
  );
}

type DetailsFormProps = {
  readonly kind: AccountKind;
  readonly page: Pick<OwnDetailsWire, "countries" | "currency" | "email" | "shopName">;
  readonly refusal: FormRefusal | null;
};

/** Fields of one kind of account. A stored account is never shown in full, so they start empty. */
function DetailsForm({ kind, page, refusal }: DetailsFormProps) {
  const t = useText("portal");
  const shown = useDetailsFields(kind, page);
  const { id, fields, banner } = useAppForm({
    id: "details",
    defaultValue: Object.fromEntries(shown.map(({ name, value = "" }) => [name, value])),
    answer: refusal,
  });
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value="enter" />
      <input type="hidden" name="kind" value={kind} />
      <BlockStack gap="300">
        <OwnErrorBanner {...banner} />
        <Text as="p" tone="subdued">
          <AboutKind kind={kind} page={page} />
        </Text>
        <FormLayout>
          {shown.map((one) => {
            const field = fields[one.name];
            return field && <OneField key={one.name} field={field} shown={one} />;
          })}
        </FormLayout>
        <InlineStack align="end">
          <Button submit variant="primary" loading={isBusy}>
            {t("details.submit")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}

type FieldProps = { readonly field: FormField; readonly shown: DetailsField };

function OneField({ field, shown }: FieldProps) {
  const { label, options, helpText, autoComplete, type, isRequired } = shown;
  const common = { field, label, ...(helpText !== undefined && { helpText }) };
  if (options) return <FormSelect {...common} options={[...options]} />;
  return (
    <FormTextField
      {...common}
      {...(autoComplete !== undefined && { autoComplete })}
      maxLength={200}
      requiredIndicator={isRequired !== false}
      {...(type !== undefined && { type })}
    />
  );
}

function AboutKind({ kind, page: { email, shopName: shop } }: Pick<DetailsFormProps, "kind" | "page">) {
  const t = useText("portal");
  if (kind === "paypal") return t("details.about.paypal", { shop });
  if (kind === "store-credit") return t("details.about.storeCredit", { shop, email });
  return t("details.about.bank", { shop });
}

type Option = { readonly value: string; readonly label: string };

/** One field of the form for an account. */
type DetailsField = {
  readonly name: string;
  readonly label: string;
  readonly helpText?: string;
  readonly autoComplete?: string;
  readonly type?: "email";
  /** False if it may stay empty. */
  readonly isRequired?: boolean;
  readonly options?: readonly Option[];
  /** Initial value. */
  readonly value?: string;
};

/** The fields of each kind of account. */
function useDetailsFields(
  kind: AccountKind,
  { countries, currency }: Pick<OwnDetailsWire, "countries" | "currency">,
): readonly DetailsField[] {
  const t = useText("portal");
  const holder = { name: "holder", label: t("details.fields.holder"), autoComplete: "name" };
  const accountNumber = { name: "accountNumber", label: t("details.fields.accountNumber") };
  const bic = { name: "bic", label: t("details.fields.bic"), isRequired: false };
  const currencyField = (value: string): DetailsField => ({
    name: "currency",
    label: t("details.fields.currency"),
    helpText: t("details.fields.currencyHelp"),
    value,
  });
  const fields: Readonly<Record<AccountKind, readonly DetailsField[]>> = {
    paypal: [{ name: "email", label: t("details.fields.paypalEmail"), type: "email", autoComplete: "email" }],
    "store-credit": [],
    iban: [
      holder,
      { name: "iban", label: t("details.fields.iban"), helpText: t("details.fields.ibanHelp") },
      { ...bic, helpText: t("details.fields.bicHelp") },
      currencyField(currency),
    ],
    us: [
      holder,
      {
        name: "routingNumber",
        label: t("details.fields.routingNumber"),
        helpText: t("details.fields.routingNumberHelp"),
      },
      accountNumber,
      {
        name: "accountType",
        label: t("details.fields.accountType"),
        options: [
          { value: "checking", label: t("details.fields.checking") },
          { value: "savings", label: t("details.fields.savings") },
        ],
        value: "checking",
      },
      currencyField("USD"),
    ],
    uk: [
      holder,
      { name: "sortCode", label: t("details.fields.sortCode"), helpText: t("details.fields.sortCodeHelp") },
      accountNumber,
      currencyField("GBP"),
    ],
    other: [
      holder,
      {
        name: "country",
        label: t("details.fields.country"),
        options: [
          { value: "", label: t("details.fields.chooseCountry") },
          ...countries.map(({ code, name }) => ({ value: code, label: name })),
        ],
      },
      { name: "bankCode", label: t("details.fields.bankCode"), helpText: t("details.fields.bankCodeHelp") },
      accountNumber,
      { ...bic, helpText: t("details.fields.bicHelpAbroad") },
      currencyField(currency),
    ],
  };
  return fields[kind];
}

type DetailsStatesProps = {
  readonly details: PayoutDetailsAnswer;
  readonly isCurrentOffered: boolean;
  readonly isCustomerMissing: boolean;
  readonly email: string;
  readonly shopName: string;
  readonly timeZone: string;
};

/** Payout details in use, scheduled and unconfirmed, each with its actions. */
export function DetailsStates({ details, email, shopName, timeZone, ...page }: DetailsStatesProps) {
  const t = useText("portal");
  const accountText = useAccountText();
  const { current, next, unconfirmed } = details;
  const facts = [
    { term: t("details.now"), description: current ? <Account details={current} /> : t("details.nothing") },
    ...(next?.effectiveAt
      ? [
          {
            term: t("details.from", { date: formatDateTime(next.effectiveAt, timeZone) }),
            description: (
              <BlockStack gap="200">
                <Account details={next} />
                <Withdraw details={next} />
              </BlockStack>
            ),
          },
        ]
      : []),
  ];
  return (
    <BlockStack gap="400">
      {page.isCustomerMissing && (
        <Banner tone="warning" title={t("details.customerMissing", { shop: shopName })}>
          <p>{t("details.customerMissingHelp", { email })}</p>
        </Banner>
      )}
      {!page.isCurrentOffered && (
        <Banner tone="warning">{t("details.notOffered", { shop: shopName })}</Banner>
      )}
      <FactList facts={facts} />
      {next && (
        <Text as="p" tone="subdued">
          {t(current ? "details.waitsChange" : "details.waitsFirst")}
        </Text>
      )}
      {unconfirmed && (
        <Banner tone="info" title={t("details.unconfirmed", { account: accountText(unconfirmed) })}>
          <BlockStack gap="300">
            <p>{t("details.unconfirmedHelp", { email })}</p>
            {/* Set here, because it would inherit the banner's alignment. */}
            <InlineStack gap="200" align="start">
              <SendAgain />
              <Withdraw details={unconfirmed} />
            </InlineStack>
          </BlockStack>
        </Banner>
      )}
    </BlockStack>
  );
}

function Account({ details }: { details: PayoutDetailsWire }) {
  const accountText = useAccountText();
  return (
    <Text as="span" fontWeight="semibold" breakWord>
      {accountText(details)}
    </Text>
  );
}

function Withdraw({ details }: { details: PayoutDetailsWire }) {
  const t = useText("portal");
  const accountText = useAccountText();
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="withdraw" />
      <input type="hidden" name="details" value={details.id} />
      <Button
        submit
        loading={isBusy}
        accessibilityLabel={t("details.withdrawAccount", { account: accountText(details) })}
      >
        {t("details.withdraw")}
      </Button>
    </Form>
  );
}

function SendAgain() {
  const t = useText("portal");
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="send-again" />
      <Button submit loading={isBusy}>
        {t("details.sendAgain")}
      </Button>
    </Form>
  );
}
