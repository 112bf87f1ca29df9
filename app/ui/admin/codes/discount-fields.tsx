import { BlockStack, FormLayout } from "@shopify/polaris";
import {
  FormCheckbox,
  type FormField,
  FormSelect,
  FormTextField,
  ManyChoices,
  useListControl,
} from "../../shared/form/form-fields.tsx";
import { GoodsPicker } from "../programs/terms/goods-field.tsx";
import { useText } from "../../texts/use-text.ts";

type DiscountFormFields<Names extends keyof typeof newDiscount> = Readonly<Record<Names, FormField>>;

type ValueProps = {
  fields: DiscountFormFields<"kind" | "percent" | "amount" | "eachItem" | "scope" | "itemIds">;
  values: Pick<typeof newDiscount, "kind" | "scope">;
  currency: string;
  onKind: (kind: string) => void;
};

/** Kind and value of the discount, and its products. */
export function ValueFields({ fields, values: { kind, scope }, currency, onKind }: ValueProps) {
  const t = useText("codes");
  const items = useListControl(fields.itemIds);
  return (
    <FormLayout>
      <FormSelect
        field={fields.kind}
        label={t("fields.kind")}
        options={[
          { label: t("fields.percentage"), value: "percentage" },
          { label: t("fields.amount"), value: "amount" },
          { label: t("fields.freeShipping"), value: "free-shipping" },
        ]}
        onChange={onKind}
      />
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
      {kind !== "free-shipping" && (
        <FormSelect
          field={fields.scope}
          label={t("fields.appliesTo")}
          options={[
            { label: t("fields.allProducts"), value: "all" },
            { label: t("fields.products"), value: "products" },
            { label: t("fields.collections"), value: "collections" },
          ]}
          onChange={() => items.select([])}
        />
      )}
      {kind !== "free-shipping" && scope !== "all" && (
        <GoodsPicker
          label={t(scope === "collections" ? "fields.collections" : "fields.products")}
          kind={scope === "collections" ? "collection" : "product"}
          name={fields.itemIds.name}
          ids={items.selected}
          onChange={items.select}
          error={items.error}
        />
      )}
    </FormLayout>
  );
}

type MinimumProps = {
  fields: DiscountFormFields<"minimum" | "minimumAmount" | "minimumQuantity">;
  minimum: string;
  currency: string;
};

/** Minimum cart. */
export function MinimumFields({ fields, minimum, currency }: MinimumProps) {
  const t = useText("codes");
  return (
    <BlockStack gap="400">
      <FormSelect
        field={fields.minimum}
        label={t("fields.minimum")}
        options={[
          { label: t("fields.none"), value: "none" },
          { label: t("fields.subtotal"), value: "subtotal" },
          { label: t("fields.quantity"), value: "quantity" },
        ]}
      />
      {minimum === "subtotal" && (
        <FormTextField
          field={fields.minimumAmount}
          label={t("fields.minimumAmount")}
          suffix={currency}
          maxLength={20}
        />
      )}
      {minimum === "quantity" && (
        <FormTextField
          field={fields.minimumQuantity}
          label={t("fields.minimumQuantity")}
          type="number"
          min={1}
        />
      )}
    </BlockStack>
  );
}

type DiscountLimitProps = {
  fields: MinimumProps["fields"] &
    DiscountFormFields<"firstDay" | "lastDay" | "usageLimit" | "oncePerCustomer" | "combinesWith">;
  values: Pick<typeof newDiscount, "kind" | "minimum">;
  currency: string;
};

/** Dates, usage limits, minimum cart and combinations. */
export function DiscountLimitFields({ fields, values, currency }: DiscountLimitProps) {
  const t = useText("codes");
  return (
    <FormLayout>
      <MinimumFields fields={fields} minimum={values.minimum} currency={currency} />
      <FormLayout.Group>
        <FormTextField field={fields.firstDay} type="date" label={t("fields.firstDay")} />
        <FormTextField field={fields.lastDay} type="date" label={t("fields.lastDay")} />
      </FormLayout.Group>
      <FormTextField field={fields.usageLimit} label={t("fields.uses")} type="number" min={1} />
      <FormCheckbox field={fields.oncePerCustomer} label={t("fields.oncePerCustomer")} />
      <CombiningField field={fields.combinesWith} kind={values.kind} />
    </FormLayout>
  );
}

/** Discounts that it combines with. Shopify never combines two shipping discounts. */
export function CombiningField({ field, kind }: { field: FormField; kind: string }) {
  const t = useText("codes");
  const isShipping = kind === "free-shipping";
  return (
    <ManyChoices
      field={field}
      title={t("fields.combines")}
      choices={[
        { label: t("fields.combining.product"), value: "product" },
        { label: t("fields.combining.order"), value: "order" },
        ...(isShipping ? [] : [{ label: t("fields.combining.shipping"), value: "shipping" }]),
      ]}
    />
  );
}

/** Values of a new discount: 10% off everything. */
export const newDiscount = {
  title: "",
  kind: "percentage",
  percent: "10",
  amount: "",
  eachItem: false,
  scope: "all",
  itemIds: [] as string[],
  minimum: "none",
  minimumAmount: "",
  minimumQuantity: "",
  firstDay: "",
  lastDay: "",
  usageLimit: "",
  oncePerCustomer: false,
  combinesWith: [] as string[],
  template: "{FIRSTNAME}{PERCENT}",
};

/** A code template for the kind of discount, unless the person typed one. */
export function templateFor(kind: string, template: string): string {
  if (!["{FIRSTNAME}{PERCENT}", "{FIRSTNAME}{AMOUNT}", "{FIRSTNAME}SHIP"].includes(template)) return template;
  if (kind === "percentage") return "{FIRSTNAME}{PERCENT}";
  return kind === "amount" ? "{FIRSTNAME}{AMOUNT}" : "{FIRSTNAME}SHIP";
}
