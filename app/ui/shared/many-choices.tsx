import { BlockStack, Box, Checkbox, InlineError, Text } from "@shopify/polaris";

type Choice = { readonly value: string; readonly label: string; readonly helpText?: string | undefined };
type Props = {
  title: string;
  name: string;
  choices: readonly Choice[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  error?: string | undefined;
};

/** Several of some choices, each posted under the name itself: Polaris' own list posts `name[]`, which no form reads. */
export function ManyChoices({ title, name, choices, selected, onChange, error }: Props) {
  const others = (value: string) => selected.filter((one) => one !== value);
  return (
    <BlockStack as="fieldset">
      <Box as="legend">
        <Text as="span">{title}</Text>
      </Box>
      {choices.map(({ value, label, helpText }) => (
        <Checkbox
          key={value}
          name={name}
          value={value}
          label={label}
          helpText={helpText}
          checked={selected.includes(value)}
          onChange={(isChosen) => onChange(isChosen ? [...others(value), value] : others(value))}
        />
      ))}
      {error !== undefined && <InlineError message={error} fieldID={name} />}
    </BlockStack>
  );
}
