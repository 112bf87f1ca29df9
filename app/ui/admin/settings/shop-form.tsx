import { BlockStack, Card, FormLayout, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type { settingsForm, ShopInfoWire } from "#app/contracts/shop.ts";
import { languages } from "#app/domain/languages.ts";
import { shopNumbers } from "#app/domain/shop-settings.ts";
import { languageNames } from "#app/i18n/languages.ts";
import { AppSaveBar } from "../../shared/frame/app-save-bar.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

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
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: "Settings saved" }), [addToast]);
  const { fetcher, answer, isBusy } = useIntent("save", onDone);
  const { id, fields, isDirty, banner, discard, submit } = useAppForm({
    id: "settings",
    defaultValue: valuesOf(info),
    answer,
  });

  return (
    <Card>
      <fetcher.Form method="post" id={id} noValidate>
        <input type="hidden" name="intent" value="save" />
        <BlockStack gap="400">
          <ErrorBanner {...banner} />
          <FormLayout>
            <FormTextField
              field={fields.name}
              label="Shop name"
              autoComplete="organization"
              requiredIndicator
              maxLength={120}
            />
            <FormTextField
              field={fields.logo}
              label="Logo address"
              type="url"
              helpText="An https:// address of an image. A logo uploaded under Affiliate portal is shown instead."
            />
            <FormTextField
              field={fields.contactEmail}
              label="Contact e-mail"
              type="email"
              autoComplete="email"
              helpText="Where affiliates can write to you."
            />
            <FormSelect
              field={fields.language}
              label="Default language for affiliates"
              options={languages.map((value) => ({ value, label: languageNames[value] }))}
              helpText="Used when an affiliate hasn't chosen a language and their browser's isn't available."
            />
            <FormLayout.Group>
              <FormTextField
                field={fields.defaultWindowDays}
                label="Default attribution days"
                type="number"
                min={shopNumbers.defaultWindowDays.least}
                max={shopNumbers.defaultWindowDays.most}
                helpText="How long after a click an order counts."
              />
              <FormTextField
                field={fields.defaultApprovalDays}
                label="Default hold days"
                type="number"
                min={shopNumbers.defaultApprovalDays.least}
                max={shopNumbers.defaultApprovalDays.most}
                helpText="How long a commission waits before it can be paid."
              />
            </FormLayout.Group>
            <Text as="p" tone="subdued">
              Currency {info.currencyCode}, time zone {info.timeZone}: as Shopify has them.
            </Text>
          </FormLayout>
        </BlockStack>
        <AppSaveBar isDirty={isDirty} isBusy={isBusy} onSave={submit} onDiscard={discard} />
      </fetcher.Form>
    </Card>
  );
}
