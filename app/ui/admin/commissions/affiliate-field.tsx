import { Autocomplete } from "@shopify/polaris";
import { useProposals } from "../../shared/affiliates/use-proposals.ts";

type Props = {
  id: string;
  /** Of the field in what is posted. */
  name?: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

/**
 * An affiliate, named by e-mail address or referral code. With a script it proposes those whom the text may mean;
 * without one it is a field to type into.
 */
export function AffiliateField({ id, name: fieldName = "affiliateId", value, onChange, error }: Props) {
  const { proposals, isLoading } = useProposals(value, "active");
  const options = proposals.map(({ name, email }) => ({ value: email, label: `${name} (${email})` }));
  return (
    <Autocomplete
      options={options}
      selected={[value]}
      loading={isLoading}
      onSelect={([chosen = ""]) => onChange(chosen)}
      textField={
        <Autocomplete.TextField
          id={id}
          name={fieldName}
          label="Affiliate"
          value={value}
          onChange={onChange}
          autoComplete="off"
          maxLength={254}
          requiredIndicator
          helpText="The e-mail address or the referral code."
          {...(error !== undefined && { error })}
        />
      }
    />
  );
}
