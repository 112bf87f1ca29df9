import { Tag } from "@shopify/polaris";

export type AppliedFilter = { readonly field: string; readonly value: string; readonly label: string };

type Props = { applied: readonly AppliedFilter[]; onRemove: (field: string) => void };

/** Filters of a list or a report, each with a button that removes it. */
export function FilterChips({ applied, onRemove }: Props) {
  return applied.map(({ field, label }) => (
    <Tag key={field} onRemove={() => onRemove(field)}>
      {label}
    </Tag>
  ));
}
