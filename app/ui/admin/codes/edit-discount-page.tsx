import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, FormLayout, InlineStack } from "@shopify/polaris";
import type { DiscountViewWire } from "#app/contracts/discount.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { FormCheckbox, FormTextField } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";
import { CombiningField, MinimumFields } from "./discount-fields.tsx";
import { codes as texts } from "#app/i18n/en/admin/codes.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ codes: texts });

type Props = {
  discount: DiscountViewWire;
  currency: string;
  timeZone: string;
  refusal: FormRefusal | null;
};

/** Edits a discount of the store: value, minimum cart, dates, limits and combinations. */
export function EditDiscountPage({ discount, currency, timeZone, refusal }: Props) {
  const t = useText("codes");
  const { kind } = discount.details.value;
  const { id, fields, values, banner } = useAppForm({
    id: "discount",
    defaultValue: valuesOf(discount, timeZone),
    answer: refusal,
  });
  const busy = useNavigation().state !== "idle";
  const own = `/dashboard/affiliates/discounts/${discount.id}`;
  return (
    <AppPage
      title={t("edit.title", { title: discount.title })}
      subtitle={t("edit.subtitle")}
      backAction={{ content: discount.title, url: own }}
      narrowWidth
    >
      <Form method="post" id={id} noValidate>
        <BlockStack gap="400">
          <ErrorBanner {...banner} />
          <Section title={t("edit.discount")}>
            <FormLayout>
              {kind === "percentage" && (
                <FormTextField field={fields.percent} label={t("fields.percent")} suffix="%" maxLength={6} />
              )}
              {kind === "amount" && (
                <>
                  <FormTextField
                    field={fields.amount}
                    label={t("fields.amountOff")}
                    suffix={currency}
                    maxLength={20}
                  />
                  <FormCheckbox field={fields.eachItem} label={t("fields.eachItem")} />
                </>
              )}
              <MinimumFields fields={fields} minimum={values.minimum} currency={currency} />
              <FormTextField field={fields.lastDay} type="date" label={t("fields.lastDay")} />
              <FormTextField field={fields.usageLimit} label={t("fields.uses")} type="number" min={1} />
              <FormCheckbox field={fields.oncePerCustomer} label={t("fields.oncePerCustomer")} />
              <CombiningField field={fields.combinesWith} kind={kind} />
            </FormLayout>
          </Section>
          <div className="outside-cards">
            <InlineStack align="end" gap="200">
              <Button url={own}>{t("edit.cancel")}</Button>
              <Button submit variant="primary" loading={busy}>
                {t("edit.submit")}
              </Button>
            </InlineStack>
          </div>
        </BlockStack>
      </Form>
    </AppPage>
  );
}

function valuesOf({ details }: DiscountViewWire, timeZone: string) {
  const { value, minimum, endsAt, usageLimit, oncePerCustomer, combinesWith } = details;
  return {
    percent: textOf(value, "percent"),
    amount: textOf(value, "amount"),
    eachItem: value["eachItem"] === true,
    minimum: minimum.kind as string,
    minimumAmount: textOf(minimum, "amount"),
    minimumQuantity: textOf(minimum, "quantity"),
    lastDay: endsAt === null ? "" : lastDayBefore(endsAt, timeZone),
    usageLimit: usageLimit === null ? "" : String(usageLimit),
    oncePerCustomer,
    combinesWith: [...combinesWith] as string[],
  };
}

/** A discount ends at the start of the day after its last one, in the store's time zone. */
function lastDayBefore(endsAt: string, timeZone: string): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit", timeZone } as const;
  return new Intl.DateTimeFormat("en-CA", options).format(new Date(Date.parse(endsAt) - 1000));
}

function textOf(of: Readonly<Record<string, unknown>>, name: string): string {
  const given = of[name];
  return typeof given === "string" || typeof given === "number" ? String(given) : "";
}
