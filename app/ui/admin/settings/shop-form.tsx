import { BlockStack, Card, FormLayout, Select, Text, TextField } from "@shopify/polaris";
import { useCallback, useRef, useState } from "react";
import type { ShopInfoWire } from "#app/contracts/shop.ts";
import { languages } from "#app/domain/languages.ts";
import { shopNumbers } from "#app/domain/shop-settings.ts";
import { languageNames } from "#app/i18n/languages.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, textsGiven } from "../../shared/field-errors.ts";
import { SaveButtons } from "../../shared/save-buttons.tsx";
import { UnsavedGuard } from "../../shared/unsaved-guard.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useSettingsForm } from "./settings-answer.ts";

const fields = [
  "name",
  "logo",
  "contactEmail",
  "language",
  "defaultAttributionDays",
  "defaultHoldDays",
] as const;
type Values = Record<(typeof fields)[number], string>;

function valuesOf(info: ShopInfoWire): Values {
  return {
    name: info.name,
    logo: info.logo ?? "",
    contactEmail: info.contactEmail ?? "",
    language: info.language,
    defaultAttributionDays: String(info.defaultAttributionDays),
    defaultHoldDays: String(info.defaultHoldDays),
  };
}

/** The shop's settings: what GET and PUT /api/v1/shop/info carry. */
export function ShopForm({ info }: { info: ShopInfoWire }) {
  const { addToast } = useUiActions();
  const form = useRef<HTMLFormElement>(null);
  const onDone = useCallback(() => void addToast({ message: "Settings saved" }), [addToast]);
  const { fetcher, refusal, isBusy } = useSettingsForm("save", onDone);
  const [values, setValues] = useState(() => textsGiven(refusal, valuesOf(info)));
  const isChanged = JSON.stringify(values) !== JSON.stringify(valuesOf(info));

  function discard() {
    setValues(valuesOf(info));
  }

  function field(name: (typeof fields)[number]) {
    const error = fieldError(refusal, name);
    return {
      id: `settings-${name}`,
      name,
      value: values[name],
      onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
      ...(error !== undefined && { error }),
    };
  }

  return (
    <Card>
      <fetcher.Form method="post" ref={form} noValidate>
        <input type="hidden" name="intent" value="save" />
        <BlockStack gap="400">
          <ErrorBanner message={bannerMessage(refusal, fields)} answer={refusal} />
          <FormLayout>
            <TextField
              {...field("name")}
              label="Shop name"
              autoComplete="organization"
              requiredIndicator
              maxLength={120}
            />
            <TextField
              {...field("logo")}
              label="Logo address"
              type="url"
              autoComplete="off"
              helpText="An https:// address of an image. A logo uploaded under Affiliate portal is shown instead."
            />
            <TextField
              {...field("contactEmail")}
              label="Contact e-mail"
              type="email"
              autoComplete="email"
              helpText="Where affiliates can write to you."
            />
            <Select
              {...field("language")}
              label="Default language for affiliates"
              options={languages.map((value) => ({ value, label: languageNames[value] }))}
              helpText="Used when an affiliate hasn't chosen a language and their browser's isn't available."
            />
            <FormLayout.Group>
              <TextField
                {...field("defaultAttributionDays")}
                label="Default attribution days"
                type="number"
                min={shopNumbers.defaultAttributionDays.least}
                max={shopNumbers.defaultAttributionDays.most}
                autoComplete="off"
                helpText="How long after a click an order counts."
              />
              <TextField
                {...field("defaultHoldDays")}
                label="Default hold days"
                type="number"
                min={shopNumbers.defaultHoldDays.least}
                max={shopNumbers.defaultHoldDays.most}
                autoComplete="off"
                helpText="How long a commission waits before it can be paid."
              />
            </FormLayout.Group>
            <Text as="p" tone="subdued">
              Currency {info.currencyCode}, time zone {info.timeZone}: as Shopify has them.
            </Text>
          </FormLayout>
          <SaveButtons isDirty={isChanged} isBusy={isBusy} onDiscard={discard} />
        </BlockStack>
        <UnsavedGuard
          isDirty={isChanged}
          isBusy={isBusy}
          onSave={() => form.current?.requestSubmit()}
          onDiscard={discard}
        />
      </fetcher.Form>
    </Card>
  );
}
