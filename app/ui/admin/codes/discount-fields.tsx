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

type DiscountFormFields<Names extends keyof typeof newDiscount> = Readonly<Record<Names, FormField>>;

type ValueProps = {
  fields: DiscountFormFields<"kind" | "percent" | "amount" | "eachItem" | "scope" | "itemIds">;
  values: Pick<typeof newDiscount, "kind" | "scope">;
  currency: string;
  onKind: (kind: string) => void;
};

/** Kind and value of the discount, and its products. */
export function ValueFields({ fields, values: { kind, scope }, currency, onKind }: ValueProps) {
  const items = useListControl(fields.itemIds);
  return (
    <FormLayout>
      <FormSelect
        field={fields.kind}
        label="Kind"
        options={[
          { label: "Percentage", value: "percentage" },
          { label: "Amount", value: "amount" },
          { label: "Free shipping", value: "free-shipping" },
        ]}
        onChange={onKind}
      />
      {kind === "percentage" && (
        <FormTextField field={fields.percent} label="Per cent off" suffix="%" maxLength={6} />
      )}
      {kind === "amount" && (
        <>
          <FormTextField field={fields.amount} label="Amount off" suffix={currency} maxLength={20} />
          <FormCheckbox field={fields.eachItem} label="Off each item, not once off the order" />
        </>
      )}
      {kind !== "free-shipping" && (
        <FormSelect
          field={fields.scope}
          label="Applies to"
          options={[
            { label: "All products", value: "all" },
            { label: "Products", value: "products" },
            { label: "Collections", value: "collections" },
          ]}
          onChange={() => items.select([])}
        />
      )}
      {kind !== "free-shipping" && scope !== "all" && (
        <GoodsPicker
          label={scope === "collections" ? "Collections" : "Products"}
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
  return (
    <BlockStack gap="400">
      <FormSelect
        field={fields.minimum}
        label="Minimum"
        options={[
          { label: "None", value: "none" },
          { label: "Subtotal", value: "subtotal" },
          { label: "Number of items", value: "quantity" },
        ]}
      />
      {minimum === "subtotal" && (
        <FormTextField field={fields.minimumAmount} label="Least subtotal" suffix={currency} maxLength={20} />
      )}
      {minimum === "quantity" && (
        <FormTextField field={fields.minimumQuantity} label="Least number of items" type="number" min={1} />
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
  return (
    <FormLayout>
      <MinimumFields fields={fields} minimum={values.minimum} currency={currency} />
      <FormLayout.Group>
        <FormTextField field={fields.firstDay} type="date" label="First day (at once if empty)" />
        <FormTextField field={fields.lastDay} type="date" label="Last day (no end if empty)" />
      </FormLayout.Group>
      <FormTextField
        field={fields.usageLimit}
        label="Uses of each code"
        type="number"
        min={1}
        helpText="Leave it empty for any number."
      />
      <FormCheckbox field={fields.oncePerCustomer} label="Once per customer" />
      <CombiningField field={fields.combinesWith} kind={values.kind} />
    </FormLayout>
  );
}

/** Discounts that it combines with. Shopify never combines two shipping discounts. */
export function CombiningField({ field, kind }: { field: FormField; kind: string }) {
  const isShipping = kind === "free-shipping";
  return (
    <ManyChoices
      field={field}
      title="May be combined with"
      choices={[
        { label: "Product discounts", value: "product" },
        { label: "Order discounts", value: "order" },
        ...(isShipping ? [] : [{ label: "Shipping discounts", value: "shipping" }]),
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
