import { BlockStack } from "@shopify/polaris";
import { useState } from "react";
import { ChosenTags, Picker } from "../../../shared/pickers/picker.tsx";
import { useText } from "../../../texts/use-text.ts";
import { useEditedField } from "./editor-context.ts";
import type { GoodsKind } from "./draft.ts";
import { useGoodsSearch, useGoodsTitles } from "./use-goods.ts";

type Props = {
  id?: string;
  label: string;
  /** True where what is around it names it for everybody else. */
  labelHidden?: boolean;
  kind: GoodsKind;
  ids: readonly string[];
  /** Most goods that can be selected; no limit if omitted. */
  most?: number;
  /** Name of the hidden inputs, in a form. */
  name?: string;
  error?: string | undefined;
  onChange: (ids: string[]) => void;
  onBlur?: () => void;
};

/** Products, variants or collections of the store: found by title, kept by id. */
export function GoodsPicker({ kind, ids, most = 250, name, error, onChange, onBlur, ...field }: Props) {
  const t = useText("goods");
  const [text, setText] = useState("");
  const [isFocused, setFocused] = useState(false);
  const { goods, failed, isBusy } = useGoodsSearch(kind, isFocused ? text : null);
  const titles = useGoodsTitles(kind, ids);

  function toggle(id: string): void {
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
    onChange(next.slice(-most));
    setText("");
  }

  return (
    <BlockStack gap="200">
      <Picker
        {...field}
        {...(error !== undefined && { error })}
        placeholder={t("search")}
        value={text}
        found={{ options: goods.map(({ id, title }) => ({ id, name: title })), failed, isLoading: isBusy }}
        selected={ids}
        allowMultiple={most > 1}
        onChange={setText}
        onSelect={toggle}
        onFocusChange={(next) => {
          setFocused(next);
          if (!next) onBlur?.();
        }}
      />
      <ChosenTags
        chosen={ids.map((id) => ({ id, name: titles.get(id) ?? id }))}
        onRemove={toggle}
        {...(name !== undefined && { name })}
      />
    </BlockStack>
  );
}

/** Goods in the terms editor, with the error of their place in the terms. */
export function GoodsField({ path, ...props }: Props & { path: string }) {
  return <GoodsPicker {...props} {...useEditedField(path)} />;
}
