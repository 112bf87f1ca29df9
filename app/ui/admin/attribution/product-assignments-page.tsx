import { BlockStack, Button, FormLayout, InlineStack } from "@shopify/polaris";
import { useCallback } from "react";
import type { productAssignmentsForm, ProductAssignmentWire } from "#app/contracts/pointing.ts";
import { productAssignmentList } from "#app/contracts/lists/attribution.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { useTextControl } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useText } from "../../texts/use-text.ts";
import { AffiliatePicker } from "../../shared/pickers/affiliate-picker.tsx";
import { GoodsPicker } from "../programs/terms/goods-field.tsx";
import { type AssignmentList, AssignmentsPage } from "./assignments-page.tsx";

type Props = AssignmentList & { products: readonly ProductAssignmentWire[] };

/** Products whose sales are all assigned to one affiliate. */
export function ProductAssignmentsPage({ products, ...shown }: Props) {
  const t = useText("assignments");
  return (
    <AssignmentsPage
      of="products"
      list={productAssignmentList}
      shown={shown}
      rows={products}
      nameOf={({ title }) => title}
      form={<ProductAssignmentForm affiliate={shown.affiliate} />}
      removeLabel={({ title }) => t("of.products.remove", { title })}
      ask={({ title, affiliate }) => t("of.products.ask", { title, affiliate: affiliate.name })}
    />
  );
}

function ProductAssignmentForm({ affiliate }: { affiliate: AssignmentList["affiliate"] }) {
  const t = useText("assignments");
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: t("of.products.added") }), [addToast, t]);
  const { fetcher, answer, isBusy } = useIntent("give", onDone);
  const { id, fields, banner } = useAppForm({
    id: "owner",
    defaultValue: { productId: "", affiliateId: affiliate?.id ?? "" } satisfies FieldsOf<
      typeof productAssignmentsForm
    >,
    answer,
    keeps: ["affiliateId"],
  });
  const product = useTextControl(fields.productId);
  return (
    <fetcher.Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value="give" />
      <input type="hidden" name={product.name} value={product.value} />
      <BlockStack gap="300">
        <ErrorBanner {...banner} />
        <FormLayout>
          <FormLayout.Group>
            <GoodsPicker
              label={t("of.products.product")}
              kind="product"
              ids={product.value === "" ? [] : [product.value]}
              error={product.error}
              most={1}
              onChange={([chosen = ""]) => product.onChange(chosen)}
            />
            <AffiliatePicker field={fields.affiliateId} known={affiliate} />
          </FormLayout.Group>
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            {t("of.products.submit")}
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
