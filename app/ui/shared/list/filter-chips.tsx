import { Tag } from "@shopify/polaris";

export type AppliedFilter = { readonly field: string; readonly value: string; readonly label: string };

type Props = { applied: readonly AppliedFilter[]; onRemove: (field: string) => void };

/** What narrows a list or a report, each with a way to take it back. */
export function FilterChips({ applied, onRemove }: Props) {
  return applied.map(({ field, label }) => (
    <Tag key={field} onRemove={() => onRemove(field)}>
      {label}
    </Tag>
  ));
}
