import { Autocomplete } from "@shopify/polaris";
import { useProposals } from "../../shared/affiliates/use-proposals.ts";
import { type FormField, useTextControl } from "../../shared/form/form-fields.tsx";

type Props = {
  field: FormField;
  /** An error of the page, besides the form's. */
  error?: string | undefined;
};

/**
 * Field for an affiliate's email address or referral code. With JavaScript it suggests matches; without it is a plain
 * text field.
 */
export function AffiliateField({ field, error }: Props) {
  const control = useTextControl(field);
  const { proposals, isLoading } = useProposals(control.value, "active");
  const options = proposals.map(({ name, email }) => ({ value: email, label: `${name} (${email})` }));
  return (
    <Autocomplete
      options={options}
      selected={[control.value]}
      loading={isLoading}
      onSelect={([chosen = ""]) => control.onChange(chosen)}
      textField={
        <Autocomplete.TextField
          {...control}
          label="Affiliate"
          maxLength={254}
          requiredIndicator
          helpText="The e-mail address or the referral code."
          {...(error !== undefined && { error })}
        />
      }
    />
  );
}
