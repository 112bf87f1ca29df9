import { BlockStack, Combobox, InlineStack, Listbox, Tag } from "@shopify/polaris";
import { useState } from "react";
import { useText } from "../../../texts/use-text.ts";
import { useEditedField } from "./editor-context.ts";
import type { GoodsKind } from "./draft.ts";
import { useGoodsSearch, useGoodsTitles } from "./use-goods.ts";

type Props = {
  label: string;
  /** True where what is around it names it for everybody else. */
  labelHidden?: boolean;
  kind: GoodsKind;
  ids: readonly string[];
  path: string;
  /** Most goods that can be selected; no limit if omitted. */
  most?: number;
  onChange: (ids: string[]) => void;
};

/** Products, variants or collections of the store: found by title, kept by id. */
export function GoodsField({ label, labelHidden = false, kind, ids, path, most = 250, onChange }: Props) {
  const t = useText("goods");
  const { onBlur, ...field } = useEditedField(path);
  const [text, setText] = useState("");
  const [isAsking, setAsking] = useState(false);
  const { goods, failed, isBusy } = useGoodsSearch(kind, isAsking ? text : null);
  const titles = useGoodsTitles(kind, ids);

  function toggle(id: string): void {
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
    onChange(next.slice(-most));
    setText("");
  }

  return (
    <BlockStack gap="200">
      <Combobox
        allowMultiple={most > 1}
        activator={
          <Combobox.TextField
            label={label}
            labelHidden={labelHidden}
            value={text}
            placeholder={t("search")}
            autoComplete="off"
            onChange={setText}
            onFocus={() => setAsking(true)}
            onBlur={() => {
              setAsking(false);
              onBlur();
            }}
            {...field}
          />
        }
      >
        <Listbox onSelect={toggle}>
          {goods.map(({ id, title }) => (
            <Listbox.Option key={id} value={id} selected={ids.includes(id)}>
              {title}
            </Listbox.Option>
          ))}
          {isBusy && goods.length === 0 ? <Listbox.Loading accessibilityLabel={t("searching")} /> : null}
          {!isBusy && goods.length === 0 ? (
            <Listbox.Option value="" disabled>
              {failed ? t("failed") : t("none")}
            </Listbox.Option>
          ) : null}
        </Listbox>
      </Combobox>
      {ids.length > 0 && (
        <InlineStack gap="100">
          {ids.map((id) => (
            <Tag key={id} onRemove={() => toggle(id)}>
              {titles.get(id) ?? id}
            </Tag>
          ))}
        </InlineStack>
      )}
    </BlockStack>
  );
}
