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
import { frameText } from "../../shared/frame/frame-text.ts";
import { useText } from "../../texts/use-text.ts";
import { type PointingList, PointingPage } from "./pointing-page.tsx";

type Props = PointingList & { products: readonly ProductAssignmentWire[] };

/** Products whose sales are all assigned to one affiliate. */
export function ProductAssignmentsPage({ products, ...list }: Props) {
  const t = useText("assignments");
  return (
    <PointingPage
      title={frameText("pages.products")}
      spec={productAssignmentList}
      list={list}
      rows={products.map((one) => ({
        ...one,
        name: one.title,
        spoken: t("products.spoken", { product: one.title }),
      }))}
      column={t("products.column")}
      searchLabel={t("products.search")}
      empty={t("products.none")}
      adding={{
        title: t("products.addTitle"),
        text: t("products.addText"),
        form: <ProductAssignmentForm affiliate={list.affiliate} />,
      }}
      question={(row) => ({
        title: t("products.endTitle", { name: row.affiliate.name }),
        message: t("products.endText", { name: row.affiliate.name }),
      })}
      ended={t("products.endDone")}
    />
  );
}

function ProductAssignmentForm({ affiliate }: { affiliate: PointingList["affiliate"] }) {
  const t = useText("assignments");
  const { addToast } = useUiActions();
  const onDone = useCallback(
    () => void addToast({ message: t("products.added"), type: "success" }),
    [addToast, t],
  );
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
              label={t("products.product")}
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
            {t("products.submit")}
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
