import { Banner, BlockStack, Box, Button, InlineStack, Link, Text } from "@shopify/polaris";
import type { TextFunction } from "#app/i18n/text-function.ts";
import { useCallback, useState } from "react";
import type { discountForm } from "#app/contracts/discount-forms.ts";
import type { DiscountViewWire, DiscountWire } from "#app/contracts/discount.ts";
import type { CodeWire } from "#app/contracts/code.ts";
import { DetailPage, type Fact, FactList, Section } from "../../shared/detail-page.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { formatCount, formatDateTime, formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { isOpen } from "../backtests/run-progress.tsx";
import { EndDialog, type Ending } from "../end-dialog.tsx";
import { BatchList } from "./batch-list.tsx";
import { StatusOfCode } from "./codes-page.tsx";
import { type Receiver, ReceiversField } from "./receivers-field.tsx";
import { codes as texts } from "#app/i18n/en/admin/codes.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ codes: texts });

type Props = {
  discount: DiscountViewWire;
  /** Its newest codes. */
  codes: readonly CodeWire[];
  programs: readonly Receiver[];
  currency: string;
  timeZone: string;
};

/** A discount of the store: its terms, its codes with their affiliates, and differences from the store. */
export function DiscountPage({ discount, codes, programs, currency, timeZone }: Props) {
  const t = useText("codes");
  const { actions, dialog, refusal } = useDiscountActions(discount);
  useLookWhile(discount.batches.some(isOpen));
  return (
    <DetailPage
      title={discount.title}
      subtitle={discount.gives}
      status={<StatusBadge of="discount" state={discount.status} />}
      back={{ content: t("discounts.title"), url: "/dashboard/affiliates/discounts" }}
      secondaryActions={actions}
      aside={
        <Section title={t("discount.title")}>
          <FactList facts={discountFacts(discount, { currency, timeZone, t })} />
        </Section>
      }
    >
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <Notice discount={discount} timeZone={timeZone} />
      <BatchList batches={discount.batches} />
      <Section title={t("discount.codes", { count: discount.codes })}>
        <CodeTable codes={codes} timeZone={timeZone} />
        {discount.codes > codes.length && (
          <Link url={`/dashboard/affiliates/codes?discount=${discount.id}`}>{t("discount.allCodes")}</Link>
        )}
      </Section>
      {discount.status !== "deleted" && discount.template !== null && (
        <Section title={t("discount.newAffiliates")}>
          <NewcomersForm discount={discount} programs={programs} />
        </Section>
      )}
      {discount.status !== "deleted" && (
        <Section title={t("discount.addCodes")}>
          <AddCodesForm template={discount.template} programs={programs} />
        </Section>
      )}
      {dialog}
    </DetailPage>
  );
}

function Notice({ discount, timeZone }: { discount: DiscountViewWire; timeZone: string }) {
  const t = useText("codes");
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: t("discount.checkDone") }), [addToast, t]);
  const { fetcher, refusal, isBusy } = useIntent("check", onDone);
  const check = (
    <Button loading={isBusy} onClick={() => fetcher.submit({ intent: "check" }, { method: "post" })}>
      {t("discount.check")}
    </Button>
  );
  const checked = t("discount.checked", { time: formatDateTime(discount.checkedAt, timeZone) });
  return (
    <BlockStack gap="200">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      {discount.notice === null ? (
        <Box paddingInline={{ xs: "400", sm: "0" }}>
          <InlineStack gap="300" blockAlign="center">
            <Text as="p" tone="subdued">
              {checked}
            </Text>
            {check}
          </InlineStack>
        </Box>
      ) : (
        <Banner tone="warning" title={t("discount.differs")}>
          <BlockStack gap="200">
            {discount.notice.split("\n").map((line) => (
              <Text key={line} as="p">
                {line}
              </Text>
            ))}
            <Text as="p">{checked}</Text>
            <InlineStack>{check}</InlineStack>
          </BlockStack>
        </Banner>
      )}
    </BlockStack>
  );
}

function CodeTable({ codes, timeZone }: { codes: readonly CodeWire[]; timeZone: string }) {
  const t = useText("codes");
  if (codes.length === 0) return <Text as="p">{t("discount.noCodes")}</Text>;
  return (
    <ScrollBox label={t("list.title")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("discount.code")}</th>
            <th scope="col">{t("discount.affiliate")}</th>
            <th scope="col">{t("discount.status")}</th>
          </tr>
        </thead>
        <tbody>
          {codes.map((one) => (
            <tr key={one.code}>
              <th scope="row">
                <code>{one.code}</code>
              </th>
              <td>
                <Link url={`/dashboard/affiliates/${one.affiliate.id}`}>{one.affiliate.name}</Link>
              </td>
              <td>
                <StatusOfCode code={one} timeZone={timeZone} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function useDiscountActions(discount: DiscountViewWire) {
  const t = useText("codes");
  const { addToast } = useUiActions();
  const onDone = useCallback(
    () => void addToast({ message: t("discount.updated"), type: "success" }),
    [addToast, t],
  );
  const status = useIntent("status", onDone);
  const drop = useIntent("delete", onDone);
  const moveTo = (next: "active" | "paused", reason = "") =>
    status.fetcher.submit({ intent: "status", status: next, reason }, { method: "post" });
  const end = {
    pause: (reason: string) => moveTo("paused", reason),
    delete: (reason: string) => drop.fetcher.submit({ intent: "delete", reason }, { method: "post" }),
  };
  const [asked, setAsked] = useState<keyof typeof end | null>(null);
  const resume = { content: t("discount.resume"), onAction: () => moveTo("active") };
  const pause = { content: t("discount.pause"), onAction: () => setAsked("pause") };
  const change = { ...(discount.status === "expired" ? resume : pause), loading: status.isBusy };
  const remove = {
    content: t("discount.delete"),
    destructive: true,
    loading: drop.isBusy,
    onAction: () => setAsked("delete"),
  };
  const edit = { content: t("discount.edit"), url: `/dashboard/affiliates/discounts/${discount.id}/edit` };
  const kinds = discount.details.value.kind === "other" ? [] : [edit];
  const ending: Ending | null = asked && {
    title: t(`discount.${asked}Title`, { title: discount.title }),
    message: t(`discount.${asked}Message`, { count: discount.codes }),
    confirmLabel: t(`discount.${asked}`),
    destructive: asked === "delete",
    needsNotice: true,
    onEnd: end[asked],
  };
  return {
    actions: discount.status === "deleted" ? [] : [...kinds, change, remove],
    dialog: ending && <EndDialog ending={ending} onClose={() => setAsked(null)} />,
    refusal: status.refusal ?? drop.refusal,
  };
}

type FactContext = { currency: string; timeZone: string; t: TextFunction<"codes"> };

/** Terms of the store's discount. */
function discountFacts(discount: DiscountWire, { currency, timeZone, t }: FactContext): Fact[] {
  const { details, template, gives } = discount;
  const { scope, minimum, startsAt, endsAt, usageLimit, oncePerCustomer, combinesWith } = details;
  const scopeText =
    scope.kind === "all" ? t("facts.all") : t(`facts.${scope.kind}`, { count: scope.ids.length });
  return [
    { term: t("facts.gives"), description: gives },
    { term: t("facts.appliesTo"), description: scopeText },
    { term: t("facts.minimum"), description: minimumText(minimum, currency, t) },
    { term: t("facts.starts"), description: formatDateTime(startsAt, timeZone) },
    {
      term: t("facts.ends"),
      description: endsAt === null ? t("facts.noEnd") : formatDateTime(endsAt, timeZone),
    },
    {
      term: t("facts.uses"),
      description: usageLimit === null ? t("facts.anyNumber") : formatCount(usageLimit),
    },
    { term: t("facts.used"), description: t("facts.times", { count: details.timesUsed }) },
    { term: t("facts.oncePerCustomer"), description: oncePerCustomer ? t("facts.yes") : t("facts.no") },
    {
      term: t("facts.combines"),
      description: combinesWith.map((one) => t(`facts.combining.${one}`)).join(", ") || t("facts.nothing"),
    },
    { term: t("facts.template"), description: template ?? t("facts.noTemplate") },
  ];
}

function minimumText(minimum: DiscountWire["details"]["minimum"], currency: string, t: FactContext["t"]) {
  if (minimum.kind === "subtotal") {
    return formatMoney({ amount: String(minimum["amount"]), currencyCode: currency });
  }
  if (minimum.kind === "quantity") return t("facts.items", { count: Number(minimum["quantity"]) });
  return t("facts.noMinimum");
}

type AddCodesFormProps = { template: string | null; programs: readonly Receiver[] };

/** Adds codes of this discount for further affiliates. */
function AddCodesForm({ template, programs }: AddCodesFormProps) {
  const t = useText("codes");
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: t("add.done") }), [addToast, t]);
  const { fetcher, answer, isBusy } = useIntent("add-codes", onDone);
  const { id, fields, banner } = useAppForm({
    id: "add-codes",
    defaultValue: {
      who: "affiliates",
      programId: "",
      affiliateIds: [],
      template: template ?? "{FIRSTNAME}",
    } satisfies FieldsOf<typeof discountForm>,
    answer,
    keeps: ["template"],
  });
  return (
    <fetcher.Form method="post" id={id}>
      <input type="hidden" name="intent" value="add-codes" />
      <BlockStack gap="300">
        <ErrorBanner {...banner} />
        <ReceiversField programs={programs} fields={fields} />
        <FormTextField field={fields.template} label={t("add.template")} maxLength={100} />
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            {t("add.submit")}
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}

type NewcomersFormProps = { discount: DiscountViewWire; programs: readonly Receiver[] };

/** Chooses the program whose new affiliates automatically get a code of this discount. */
export function NewcomersForm({ discount, programs }: NewcomersFormProps) {
  const t = useText("codes");
  const { addToast } = useUiActions();
  const onDone = useCallback(
    () => void addToast({ message: t("newAffiliates.done"), type: "success" }),
    [addToast, t],
  );
  const { fetcher, answer, isBusy } = useIntent("newcomers", onDone);
  const {
    id: formId,
    fields,
    banner,
  } = useAppForm({
    id: "newcomers",
    defaultValue: { programId: discount.newcomersOf ?? "" } satisfies FieldsOf<typeof discountForm>,
    answer,
  });
  const options = programs.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <fetcher.Form method="post" id={formId}>
      <input type="hidden" name="intent" value="newcomers" />
      <BlockStack gap="300">
        <ErrorBanner {...banner} />
        <FormSelect
          field={fields.programId}
          label={t("newAffiliates.label")}
          options={[{ value: "", label: t("newAffiliates.off") }, ...options]}
        />
        <Text as="p" tone="subdued">
          {t("newAffiliates.help", { template: discount.template ?? "" })}
        </Text>
        <InlineStack align="end">
          <Button submit loading={isBusy} accessibilityLabel={t("newAffiliates.submitSpoken")}>
            {t("newAffiliates.submit")}
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
