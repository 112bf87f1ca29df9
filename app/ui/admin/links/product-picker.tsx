import { Combobox, Listbox } from "@shopify/polaris";
import { useState } from "react";
import { useGoodsSearch } from "../programs/terms/use-goods.ts";

/** Finds a product of the store by its title, whose page the link then leads to. */
export function ProductPicker({ onChoose }: { onChoose: (path: string) => void }) {
  const [text, setText] = useState("");
  const [isAsking, setAsking] = useState(false);
  const { goods, failed, isBusy } = useGoodsSearch("product", isAsking ? text : null);
  function choose(path: string): void {
    const chosen = goods.find((one) => one.path === path);
    if (!chosen) return;
    setText(chosen.title);
    onChoose(path);
  }
  return (
    <Combobox
      activator={
        <Combobox.TextField
          label="Find a product"
          value={text}
          placeholder="Search by title"
          autoComplete="off"
          onChange={setText}
          onFocus={() => setAsking(true)}
          onBlur={() => setAsking(false)}
        />
      }
    >
      <Listbox onSelect={choose}>
        {goods.map(({ id, title, path }) => (
          <Listbox.Option key={id} value={path ?? ""}>
            {title}
          </Listbox.Option>
        ))}
        {isBusy && goods.length === 0 ? <Listbox.Loading accessibilityLabel="Searching" /> : null}
        {!isBusy && goods.length === 0 ? (
          <Listbox.Option value="" disabled>
            {failed ? "Shopify could not be asked. Try again." : "Nothing found"}
          </Listbox.Option>
        ) : null}
      </Listbox>
    </Combobox>
  );
}
