import { BlockStack, FormLayout, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type { settingsForm, ShopInfoWire } from "#app/contracts/shop.ts";
import { languages } from "#app/domain/languages.ts";
import { shopNumbers } from "#app/domain/shop-settings.ts";
import { languageNames } from "#app/i18n/languages.ts";
import { Section } from "../../shared/detail-page.tsx";
import { AppSaveBar } from "../../shared/frame/app-save-bar.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useText } from "../../texts/use-text.ts";

function valuesOf(info: ShopInfoWire) {
  return {
    name: info.name,
    logo: info.logo ?? "",
    contactEmail: info.contactEmail ?? "",
    language: info.language,
    defaultWindowDays: String(info.defaultWindowDays),
    defaultApprovalDays: String(info.defaultApprovalDays),
  } satisfies FieldsOf<typeof settingsForm>;
}

/** Form for the settings of GET and PUT /api/v1/shop/info. */
export function ShopForm({ info }: { info: ShopInfoWire }) {
  const t = useText("settings");
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: t("general.saved") }), [addToast, t]);
  const { fetcher, answer, isBusy } = useIntent("general.save", onDone);
  const { id, fields, isDirty, banner, discard, submit } = useAppForm({
    id: "settings",
    defaultValue: valuesOf(info),
    answer,
  });

  return (
    <fetcher.Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value="save" />
      <BlockStack gap="400">
        <ErrorBanner {...banner} />
        <Section title={t("general.store")}>
          <FormLayout>
            <FormTextField
              field={fields.name}
              label={t("general.name")}
              autoComplete="organization"
              requiredIndicator
              maxLength={120}
            />
            <FormTextField
              field={fields.logo}
              label={t("general.logo")}
              type="url"
              helpText={t("general.logoHelp")}
            />
            <FormTextField
              field={fields.contactEmail}
              label={t("general.contactEmail")}
              type="email"
              autoComplete="email"
              helpText={t("general.contactEmailHelp")}
            />
            <FormSelect
              field={fields.language}
              label={t("general.language")}
              options={languages.map((value) => ({ value, label: languageNames[value] }))}
              helpText={t("general.languageHelp")}
            />
            <Text as="p" tone="subdued">
              {t("general.fromShopify", {
                currency: info.currencyCode,
                timeZone: info.timeZone.replaceAll("_", " "),
              })}
            </Text>
          </FormLayout>
        </Section>
        <Section title={t("general.defaults")}>
          <FormLayout>
            <FormLayout.Group>
              <FormTextField
                field={fields.defaultWindowDays}
                label={t("general.windowDays")}
                type="number"
                min={shopNumbers.defaultWindowDays.least}
                max={shopNumbers.defaultWindowDays.most}
                helpText={t("general.windowDaysHelp")}
              />
              <FormTextField
                field={fields.defaultApprovalDays}
                label={t("general.approvalDays")}
                type="number"
                min={shopNumbers.defaultApprovalDays.least}
                max={shopNumbers.defaultApprovalDays.most}
                helpText={t("general.approvalDaysHelp")}
              />
            </FormLayout.Group>
          </FormLayout>
        </Section>
      </BlockStack>
      <AppSaveBar isDirty={isDirty} isBusy={isBusy} onSave={submit} onDiscard={discard} />
    </fetcher.Form>
  );
}
