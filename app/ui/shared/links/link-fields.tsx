import { FormLayout, Select, TextField } from "@shopify/polaris";
import { utmFields } from "#app/domain/affiliate-link.ts";
import { fieldError, type FormRefusal } from "../field-errors.ts";
import type { LinkTexts } from "./link-texts.ts";
import { utmFieldName, type LinkFieldName, type LinkValues } from "./link-values.ts";

export type LinkChoices = {
  readonly codes: readonly string[];
  /** Null where a program is not this person's choice. */
  readonly programs: readonly { readonly id: string; readonly name: string }[] | null;
};

type Props = {
  values: LinkValues;
  onChange: (name: LinkFieldName, value: string) => void;
  refusal: FormRefusal | null;
  choices: LinkChoices;
  /** What stands before the slug in the link's address. */
  addressStart: string;
  /** Said of a slug that the link has already. */
  isNew: boolean;
  texts: LinkTexts;
};

/** Everything that can be said of a link. */
export function LinkFields({ values, onChange, refusal, choices, addressStart, isNew, texts }: Props) {
  function field(name: LinkFieldName) {
    const error = fieldError(refusal, name);
    return {
      id: `link-${name}`,
      name,
      value: values[name],
      onChange: (value: string) => onChange(name, value),
      autoComplete: "off",
      ...(error !== undefined && { error }),
    };
  }
  return (
    <FormLayout>
      <TextField {...field("name")} label={texts.name} maxLength={120} requiredIndicator />
      <TextField
        {...field("target")}
        label={texts.page.label}
        maxLength={2000}
        requiredIndicator
        helpText={texts.page.help}
      />
      <FormLayout.Group>
        <TextField
          {...field("slug")}
          label={texts.address.label}
          prefix={addressStart}
          maxLength={32}
          requiredIndicator={!isNew}
          helpText={isNew ? texts.address.newHelp : texts.address.help}
        />
        <TextField {...field("subId")} label={texts.subId.label} maxLength={64} helpText={texts.subId.help} />
      </FormLayout.Group>
      <FormLayout.Group>
        <ChoiceField
          field={field("discountCode")}
          label={texts.code}
          none={texts.noCode}
          options={withChosen(choices.codes, values.discountCode)}
        />
        {choices.programs && (
          <ChoiceField
            field={field("programId")}
            label="Counts in"
            none="Every program of the affiliate"
            options={choices.programs.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </FormLayout.Group>
      {[utmFields.slice(0, 3), utmFields.slice(3)].map((names) => (
        <FormLayout.Group key={names[0]} condensed>
          {names.map((name) => (
            <TextField key={name} {...field(utmFieldName(name))} label={texts.utm[name]} maxLength={100} />
          ))}
        </FormLayout.Group>
      ))}
    </FormLayout>
  );
}

type Option = { readonly value: string; readonly label: string };
type ChoiceProps = {
  field: {
    id: string;
    name: string;
    value: string;
    onChange: (value: string) => void;
    autoComplete: string;
    error?: string;
  };
  label: string;
  none: string;
  options: readonly Option[];
};

function ChoiceField({ field: { autoComplete: _none, ...field }, label, none, options }: ChoiceProps) {
  return <Select {...field} label={label} options={[{ value: "", label: none }, ...options]} />;
}

/** A code that the link names stays to be chosen, though the affiliate may have it no longer. */
function withChosen(codes: readonly string[], chosen: string): Option[] {
  const all = chosen === "" || codes.includes(chosen) ? codes : [...codes, chosen];
  return all.map((code) => ({ value: code, label: code }));
}
