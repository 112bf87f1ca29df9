import { BlockStack, Combobox, InlineStack, Listbox, Tag } from "@shopify/polaris";
import { useState } from "react";
import { useGoodsSearch, useGoodsTitles } from "../programs/terms/use-goods.ts";

type Props = {
  kind: "product" | "collection";
  ids: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
};

/** The products or collections that a discount is for: found by title, posted by id. */
export function ItemsField({ kind, ids, onChange, error }: Props) {
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
