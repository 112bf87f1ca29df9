import { useFetcher } from "@remix-run/react";
import { Autocomplete } from "@shopify/polaris";
import { useEffect, useState } from "react";

type Found = { readonly affiliates: readonly { readonly name: string; readonly email: string }[] };

type Props = { id: string; value: string; onChange: (value: string) => void; error: string | undefined };

const searchDelayMs = 300;

/**
 * An affiliate, named by e-mail address or referral code. With a script it proposes those that the list of affiliates
 * finds; without one it is a field to type into.
 */
export function AffiliateField({ id, value, onChange, error }: Props) {
  const { load, data, state } = useFetcher<Found>();
  const [asked, setAsked] = useState(value);

  useEffect(() => {
    if (value === asked || value.trim().length < 2) return undefined;
    const timer = setTimeout(() => {
      setAsked(value);
      load(`/dashboard/affiliates?${new URLSearchParams({ search: value, status: "active" }).toString()}`);
    }, searchDelayMs);
    return () => clearTimeout(timer);
  }, [value, asked, load]);

  const options = (data?.affiliates ?? []).map(({ name, email }) => ({
    value: email,
    label: `${name} (${email})`,
  }));
  return (
    <Autocomplete
      options={options}
      selected={[value]}
      loading={state === "loading"}
      onSelect={([chosen = ""]) => {
        setAsked(chosen);
        onChange(chosen);
      }}
      textField={
        <Autocomplete.TextField
          id={id}
          name="affiliateId"
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
