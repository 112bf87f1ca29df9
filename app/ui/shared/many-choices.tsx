import { BlockStack, Box, Checkbox, InlineError, Text } from "@shopify/polaris";
import { type FormField, useListControl } from "./form/form-fields.tsx";

type Choice = { readonly value: string; readonly label: string; readonly helpText?: string | undefined };
type Props = { field: FormField; title: string; choices: readonly Choice[] };

/** Several of some choices, each posted under the name itself: Polaris' own list posts `name[]`, which no form reads. */
export function ManyChoices({ field, title, choices }: Props) {
  const { selected, select, error } = useListControl(field);
  const others = (value: string) => selected.filter((one) => one !== value);
  return (
    <BlockStack as="fieldset">
      <Box as="legend">
        <Text as="span">{title}</Text>
      </Box>
      {choices.map(({ value, label, helpText }) => (
        <Checkbox
          key={value}
          name={field.name}
          value={value}
          label={label}
          helpText={helpText}
          checked={selected.includes(value)}
          onChange={(isChosen) => select(isChosen ? [...others(value), value] : others(value))}
        />
      ))}
      {error !== undefined && <InlineError message={error} fieldID={field.name} />}
    </BlockStack>
  );
}
