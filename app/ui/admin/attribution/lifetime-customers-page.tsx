import { BlockStack, Button, FormLayout, InlineStack } from "@shopify/polaris";
import { useCallback } from "react";
import type { bindingsForm, BoundCustomerWire } from "#app/contracts/pointing.ts";
import { lifetimeCustomerList } from "#app/contracts/lists/attribution.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AffiliatePicker } from "../../shared/pickers/affiliate-picker.tsx";
import { frameText } from "../../shared/frame/frame-text.ts";
import { useText } from "../../texts/use-text.ts";
import { type PointingList, PointingPage } from "./pointing-page.tsx";

type Props = PointingList & { customers: readonly BoundCustomerWire[] };

/** Lifetime customers added by the merchant. Those added by an order are part of that order's explanation. */
export function LifetimeCustomersPage({ customers, ...list }: Props) {
  const t = useText("assignments");
  return (
    <PointingPage
      title={frameText("pages.customers")}
      spec={lifetimeCustomerList}
      list={list}
      rows={customers.map((one) => ({
        ...one,
        name: t("customers.customer", { id: one.id.slice(0, 8) }),
        spoken: t("customers.spoken", { id: one.id.slice(0, 8) }),
      }))}
      column={t("customers.column")}
      searchLabel={t("customers.search")}
      empty={t("customers.none")}
      adding={{
        title: t("customers.addTitle"),
        text: t("customers.addText"),
        form: <LifetimeCustomerForm />,
      }}
      question={(row) => ({
        title: t("customers.endTitle"),
        message: t("customers.endText", { name: row.affiliate.name }),
      })}
      ended={t("customers.endDone")}
    />
  );
}

function LifetimeCustomerForm() {
  const t = useText("assignments");
  const { addToast } = useUiActions();
  const onDone = useCallback(
    () => void addToast({ message: t("customers.added"), type: "success" }),
    [addToast, t],
  );
  const { fetcher, answer, isBusy } = useIntent("bind", onDone);
  const { id, fields, banner } = useAppForm({
    id: "binding",
    defaultValue: { email: "", affiliateId: "" } satisfies FieldsOf<typeof bindingsForm>,
    answer,
    keeps: ["affiliateId"],
  });
  return (
    <fetcher.Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value="bind" />
      <BlockStack gap="300">
        <ErrorBanner {...banner} />
        <FormLayout>
          <FormLayout.Group>
            <FormTextField
              field={fields.email}
              label={t("customers.email")}
              type="email"
              maxLength={254}
              requiredIndicator
            />
            <AffiliatePicker field={fields.affiliateId} />
          </FormLayout.Group>
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            {t("customers.submit")}
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
