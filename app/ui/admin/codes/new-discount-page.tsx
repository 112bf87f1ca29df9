import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { bodyOf } from "#app/contracts/discount-form-body.ts";
import type { PlannedCodesWire } from "#app/contracts/code.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { ApiError, callApi } from "../../shared/api-client.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { FormTextField, useTextControl } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";
import { DiscountLimitFields, newDiscount, templateFor, ValueFields } from "./discount-fields.tsx";
import { type Receiver, ReceiversField } from "./receivers-field.tsx";
import { codes as texts } from "#app/i18n/en/admin/codes.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ codes: texts });

type Props = {
  programs: readonly Receiver[];
  /** Affiliate whose page linked here. */
  affiliate: Receiver | null;
  currency: string;
  refusal: FormRefusal | null;
};

const listUrl = "/dashboard/affiliates/codes";
/** Creates a discount in the store with a code for each affiliate. */
export function NewDiscountPage({ programs, affiliate, currency, refusal }: Props) {
  const t = useText("codes");
  const { id, fields, values, banner } = useAppForm({
    id: "discount",
    defaultValue: {
      ...newDiscount,
      who: affiliate || programs.length === 0 ? "affiliates" : "program",
      programId: programs[0]?.id ?? "",
      affiliateIds: affiliate ? [affiliate.id] : [],
    },
    answer: refusal,
  });
  const template = useTextControl(fields.template);
  const busy = useNavigation().state !== "idle";
  return (
    <AppPage
      title={t("create.title")}
      subtitle={t("create.subtitle")}
      backAction={{ content: t("list.title"), url: listUrl }}
      narrowWidth
    >
      <Form method="post" id={id} noValidate>
        <BlockStack gap="400">
          <ErrorBanner {...banner} />
          <Section title={t("create.discount")}>
            <ValueFields
              fields={fields}
              values={values}
              currency={currency}
              onKind={(kind) => template.onChange(templateFor(kind, template.value))}
            />
          </Section>
          <Section title={t("create.codes")}>
            <ReceiversField programs={programs} fields={fields} known={affiliate ? [affiliate] : []} />
            <TextField
              {...template}
              label={t("create.template")}
              maxLength={100}
              helpText={t("create.templateHelp")}
            />
            <CodesPreview formId={id} />
          </Section>
          <Section title={t("create.limits")}>
            <DiscountLimitFields fields={fields} values={values} currency={currency} />
            <FormTextField
              field={fields.title}
              label={t("create.storeTitle")}
              maxLength={120}
              helpText={t("create.storeTitleHelp")}
            />
          </Section>
          <div className="outside-cards">
            <InlineStack align="end" gap="200">
              <Button url={listUrl}>{t("create.cancel")}</Button>
              <Button submit variant="primary" loading={busy}>
                {t("create.submit")}
              </Button>
            </InlineStack>
          </div>
        </BlockStack>
      </Form>
    </AppPage>
  );
}

type PreviewedCodes = { readonly codes: readonly { name: string; code: string }[]; readonly total: number };

/** Preview of the codes, on request. Creates nothing. */
function CodesPreview({ formId }: { formId: string }) {
  const t = useText("codes");
  const [seen, setSeen] = useState<PreviewedCodes | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function look() {
    const form = document.forms.namedItem(formId);
    if (!form) return;
    setBusy(true);
    try {
      const body = bodyOf(fieldsOf(new FormData(form)));
      // The API of the same version answers, so the shape is known.
      const answer = (await callApi("/api/v1/discounts/preview", {
        method: "POST",
        body,
      })) as PlannedCodesWire;
      setSeen({
        total: answer.total,
        codes: answer.codes.map(({ affiliate, code }) => ({ name: affiliate.name, code })),
      });
      setFault(null);
    } catch (error) {
      setSeen(null);
      setFault(error instanceof ApiError ? error.message : t("preview.failed"));
    }
    setBusy(false);
  }

  return (
    <BlockStack gap="200">
      <InlineStack>
        <Button onClick={() => void look()} loading={busy}>
          {t("preview.show")}
        </Button>
      </InlineStack>
      <div aria-live="polite">
        {fault !== null && (
          <Text as="p" tone="critical">
            {fault}
          </Text>
        )}
        {seen && (
          <BlockStack gap="100">
            <Text as="p">{t("preview.count", { count: seen.total })}</Text>
            {seen.codes.map(({ name, code }) => (
              <Text key={code} as="p">
                <code>{code}</code> {name}
              </Text>
            ))}
            {seen.total > seen.codes.length && (
              <Text as="p">{t("preview.more", { count: seen.total - seen.codes.length })}</Text>
            )}
          </BlockStack>
        )}
      </div>
    </BlockStack>
  );
}

function fieldsOf(form: FormData): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name).filter((value) => typeof value === "string");
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}
