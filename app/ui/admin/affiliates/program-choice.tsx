import { ChoiceList, Text } from "@shopify/polaris";

export type ProgramOption = { readonly id: string; readonly name: string; readonly status: string };

type Props = {
  programs: readonly ProgramOption[];
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  error?: string | undefined;
};

/** Which programs an affiliate is in. */
export function ProgramChoice({ programs, selected, onChange, error }: Props) {
  if (programs.length === 0) {
    return (
      <Text as="p" tone="subdued">
        There are no programs yet. An affiliate earns once they are in an active program.
      </Text>
    );
  }
  return (
    <ChoiceList
      title="Programs"
      name="programIds"
      allowMultiple
      choices={programs.map(({ id, name, status }) => ({
        value: id,
        label: status === "active" ? name : `${name} (${status})`,
      }))}
      selected={[...selected]}
      onChange={onChange}
      {...(error !== undefined && { error })}
    />
  );
}
