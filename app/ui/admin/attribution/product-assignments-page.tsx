import { BlockStack, Button, FormLayout, InlineStack } from "@shopify/polaris";
import { useCallback } from "react";
import type { productAssignmentsForm, ProductAssignmentWire } from "#app/contracts/pointing.ts";
import { productAssignmentList } from "#app/contracts/lists/attribution.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { useTextControl } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AffiliatePicker } from "../../shared/pickers/affiliate-picker.tsx";
import { GoodsPicker } from "../programs/terms/goods-field.tsx";
import { type PointingList, PointingPage } from "./pointing-page.tsx";

type Props = PointingList & { products: readonly ProductAssignmentWire[] };

/** Products whose sales are all assigned to one affiliate. */
export function ProductAssignmentsPage({ products, ...list }: Props) {
  return (
    <PointingPage
      title="Product owners"
      spec={productAssignmentList}
      list={list}
      rows={products.map((one) => ({ ...one, name: one.title, spoken: `the owner of ${one.title}` }))}
      column="Product"
      searchLabel="Search by title"
      empty="No product belongs to an affiliate."
      adding={{
        title: "Give a product to an affiliate",
        text: "Every order with this product, from now on, points to the affiliate: its maker, say.",
        form: <ProductAssignmentForm affiliate={list.affiliate} />,
      }}
      question={(row) => ({
        title: `Take it from ${row.affiliate.name}?`,
        message: "Orders with this product from now on no longer point to them. Earlier ones stay.",
      })}
      ended="Ended"
    />
  );
}

function ProductAssignmentForm({ affiliate }: { affiliate: PointingList["affiliate"] }) {
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: "Product given", type: "success" }), [addToast]);
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
              label="Product"
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
            Give product
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
