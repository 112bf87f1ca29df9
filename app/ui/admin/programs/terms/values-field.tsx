import { BlockStack, Button, InlineStack, Tag, TextField } from "@shopify/polaris";
import { type KeyboardEvent, useState } from "react";
import { useFieldFault } from "./editor-context.ts";

type Props = {
  label: string;
  values: readonly string[];
  path: string;
  placeholder?: string;
  onChange: (values: string[]) => void;
};

/** Several texts, each added by Enter, a comma, or leaving the field. */
export function ValuesField({ label, values, path, placeholder, onChange }: Props) {
  const [text, setText] = useState("");

  function add(given: string): void {
    const added = given.split(",").map((one) => one.trim());
    const fresh = added.filter((one) => one !== "" && !values.includes(one));
    setText("");
    if (fresh.length > 0) onChange([...values, ...new Set(fresh)]);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter") return;
    // Enter adds the value here; it would send the whole form otherwise.
    event.preventDefault();
    add(text);
  }

  return (
    <BlockStack gap="200">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only listens to the field in it */}
      <div onKeyDown={onKeyDown}>
        <TextField
          label={label}
          value={text}
          autoComplete="off"
          onChange={(value) => (value.endsWith(",") ? add(value) : setText(value))}
          onBlur={() => add(text)}
          connectedRight={<Button onClick={() => add(text)}>Add</Button>}
          {...(placeholder !== undefined && { placeholder })}
          {...useFieldFault(path)}
        />
      </div>
      {values.length > 0 && (
        <InlineStack gap="100">
          {values.map((value) => (
            <Tag key={value} onRemove={() => onChange(values.filter((one) => one !== value))}>
              {value}
            </Tag>
          ))}
        </InlineStack>
      )}
    </BlockStack>
  );
}
