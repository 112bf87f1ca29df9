import {
  BlockStack,
  Checkbox,
  Combobox,
  FormLayout,
  InlineStack,
  Listbox,
  Select,
  Tag,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";
import { fieldError, type FormRefusal } from "../../shared/field-errors.ts";
import { ManyChoices } from "../../shared/many-choices.tsx";
import { DayField } from "../backtests/day-field.tsx";
import { useGoodsSearch, useGoodsTitles } from "../programs/terms/use-goods.ts";
import { type DiscountValues, templateFor, type Texts } from "./discount-values.ts";

type Props = {
  values: DiscountValues;
  onChange: (values: DiscountValues) => void;
  currency: string;
  refusal: FormRefusal | null;
};

function useFields({ values, onChange, refusal }: Props) {
  const set = (texts: Partial<Texts>) => onChange({ ...values, texts: { ...values.texts, ...texts } });
  return (name: keyof Texts) => {
    const error = fieldError(refusal, name);
    return {
      id: `discount-${name}`,
      name,
      value: values.texts[name],
      onChange: (value: string) => set({ [name]: value }),
      autoComplete: "off" as const,
      ...(error !== undefined && { error }),
    };
  };
}

/** What the discount takes off, and of what. */
export function ValueFields(props: Props) {
  const { values, onChange, currency, refusal } = props;
  const field = useFields(props);
  const { kind, scope, template } = values.texts;
  return (
    <FormLayout>
      <Select
        {...field("kind")}
        label="Kind"
        options={[
          { label: "Percentage", value: "percentage" },
          { label: "Amount", value: "amount" },
          { label: "Free shipping", value: "free-shipping" },
        ]}
        onChange={(chosen) =>
          onChange({
            ...values,
            texts: { ...values.texts, kind: chosen, template: templateFor(chosen, template) },
          })
        }
      />
      {kind === "percentage" && (
        <TextField {...field("percent")} label="Per cent off" suffix="%" maxLength={6} />
      )}
      {kind === "amount" && (
        <>
          <TextField {...field("amount")} label="Amount off" suffix={currency} maxLength={20} />
          <Checkbox
            label="Off each item, not once off the order"
            name="eachItem"
            checked={values.eachItem}
            onChange={(eachItem) => onChange({ ...values, eachItem })}
          />
        </>
      )}
      {kind !== "free-shipping" && (
        <Select
          {...field("scope")}
          label="Applies to"
          options={[
            { label: "All products", value: "all" },
            { label: "Products", value: "products" },
            { label: "Collections", value: "collections" },
          ]}
          onChange={(chosen) =>
            onChange({ ...values, itemIds: [], texts: { ...values.texts, scope: chosen } })
          }
        />
      )}
      {kind !== "free-shipping" && scope !== "all" && (
        <ItemsField
          kind={scope === "collections" ? "collection" : "product"}
          ids={values.itemIds}
          onChange={(itemIds) => onChange({ ...values, itemIds })}
          error={fieldError(refusal, "itemIds")}
        />
      )}
    </FormLayout>
  );
}

/** From which cart on it holds. */
export function MinimumFields(props: Props) {
  const field = useFields(props);
  const { currency } = props;
  const { minimum } = props.values.texts;
  return (
    <BlockStack gap="400">
      <Select
        {...field("minimum")}
        label="Minimum"
        options={[
          { label: "None", value: "none" },
          { label: "Subtotal", value: "subtotal" },
          { label: "Number of items", value: "quantity" },
        ]}
      />
      {minimum === "subtotal" && (
        <TextField {...field("minimumAmount")} label="Least subtotal" suffix={currency} maxLength={20} />
      )}
      {minimum === "quantity" && (
        <TextField {...field("minimumQuantity")} label="Least number of items" type="number" min={1} />
      )}
    </BlockStack>
  );
}

/** From when to when, how often, from which cart on, and beside which other discounts. */
export function LimitFields(props: Props) {
  const { values, onChange } = props;
  const field = useFields(props);
  const day = (name: "firstDay" | "lastDay") => ({ ...field(name), error: fieldError(props.refusal, name) });
  return (
    <FormLayout>
      <MinimumFields {...props} />
      <FormLayout.Group>
        <DayField {...day("firstDay")} label="First day (at once if empty)" />
        <DayField {...day("lastDay")} label="Last day (no end if empty)" />
      </FormLayout.Group>
      <TextField
        {...field("usageLimit")}
        label="Uses of each code"
        type="number"
        min={1}
        helpText="Leave it empty for any number."
      />
      <Checkbox
        label="Once per customer"
        name="oncePerCustomer"
        checked={values.oncePerCustomer}
        onChange={(oncePerCustomer) => onChange({ ...values, oncePerCustomer })}
      />
      <CombiningField {...props} />
    </FormLayout>
  );
}

/** Beside which other discounts it holds; the platform never takes two shipping discounts at once. */
export function CombiningField({ values, onChange, refusal }: Props) {
  const isShipping = values.texts.kind === "free-shipping";
  return (
    <ManyChoices
      title="May be combined with"
      name="combinesWith"
      choices={[
        { label: "Product discounts", value: "product" },
        { label: "Order discounts", value: "order" },
        ...(isShipping ? [] : [{ label: "Shipping discounts", value: "shipping" }]),
      ]}
      selected={values.combinesWith}
      onChange={(combinesWith) => onChange({ ...values, combinesWith })}
      error={fieldError(refusal, "combinesWith")}
    />
  );
}

type ItemsFieldProps = {
  kind: "product" | "collection";
  ids: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
};

/** The products or collections that a discount is for: found by title, posted by id. */
function ItemsField({ kind, ids, onChange, error }: ItemsFieldProps) {
  const [text, setText] = useState("");
  const [isAsking, setAsking] = useState(false);
  const { goods, isBusy } = useGoodsSearch(kind, isAsking ? text : null);
  const titles = useGoodsTitles(kind, ids);

  function toggle(id: string): void {
    onChange(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
    setText("");
  }

  return (
    <BlockStack gap="200">
      <Combobox
        allowMultiple
        activator={
          <Combobox.TextField
            label={kind === "product" ? "Products" : "Collections"}
            value={text}
            placeholder="Search by title"
            autoComplete="off"
            onChange={setText}
            onFocus={() => setAsking(true)}
            onBlur={() => setAsking(false)}
            {...(error !== undefined && { error })}
          />
        }
      >
        {goods.length > 0 || isBusy ? (
          <Listbox onSelect={toggle}>
            {goods.map(({ id, title }) => (
              <Listbox.Option key={id} value={id} selected={ids.includes(id)}>
                {title}
              </Listbox.Option>
            ))}
            {isBusy ? <Listbox.Loading accessibilityLabel="Searching" /> : null}
          </Listbox>
        ) : null}
      </Combobox>
      <InlineStack gap="100">
        {ids.map((id) => (
          <span key={id}>
            <input type="hidden" name="itemIds" value={id} />
            <Tag onRemove={() => toggle(id)}>{titles.get(id) ?? id}</Tag>
          </span>
        ))}
      </InlineStack>
    </BlockStack>
  );
}
