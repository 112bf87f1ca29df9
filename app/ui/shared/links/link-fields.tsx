import { FormLayout, TextField } from "@shopify/polaris";
import type { LinkWire } from "#app/contracts/link.ts";
import { utmFields } from "#app/domain/affiliate-link.ts";
import { type FormField, FormSelect, FormTextField, type useTextControl } from "../form/form-fields.tsx";
import type { LinkTexts } from "./link-texts.ts";

export type LinkChoices = {
  readonly codes: readonly string[];
  /** Null if this person cannot choose the program. */
  readonly programs: readonly { readonly id: string; readonly name: string }[] | null;
};

type LinkFormFields = Readonly<Record<Exclude<keyof typeof noLink, "programId">, FormField>>;

type Props = {
  fields: LinkFormFields & { readonly programId?: FormField };
  /** The field of the target, which a page may fill by itself. */
  target: ReturnType<typeof useTextControl>;
  /** The selected discount code. */
  chosenCode: string;
  choices: LinkChoices;
  /** The link's address up to the slug. */
  addressStart: string;
  /** Help text for a slug that the link already has. */
  isNew: boolean;
  texts: LinkTexts;
};

/** Fields of a link. */
export function LinkFields({ fields, target, chosenCode, choices, addressStart, isNew, texts }: Props) {
  const codes = withChosen(choices.codes, chosenCode);
  return (
    <FormLayout>
      <FormTextField field={fields.name} label={texts.name} maxLength={120} requiredIndicator />
      <TextField
        {...target}
        label={texts.page.label}
        maxLength={2000}
        requiredIndicator
        helpText={texts.page.help}
      />
      <FormLayout.Group>
        <FormTextField
          field={fields.slug}
          label={texts.address.label}
          prefix={addressStart}
          maxLength={32}
          requiredIndicator={!isNew}
          helpText={isNew ? texts.address.newHelp : texts.address.help}
        />
        <FormTextField
          field={fields.subId}
          label={texts.subId.label}
          maxLength={64}
          helpText={texts.subId.help}
        />
      </FormLayout.Group>
      <FormLayout.Group>
        <FormSelect
          field={fields.discountCode}
          label={texts.code}
          options={[{ value: "", label: texts.noCode }, ...codes]}
        />
        {choices.programs && fields.programId && texts.program && (
          <FormSelect
            field={fields.programId}
            label={texts.program.label}
            options={[
              { value: "", label: texts.program.all },
              ...choices.programs.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </FormLayout.Group>
      {[utmFields.slice(0, 3), utmFields.slice(3)].map((names) => (
        <FormLayout.Group key={names[0]} condensed>
          {names.map((name) => (
            <FormTextField
              key={name}
              field={fields[utmFieldName(name)]}
              label={texts.utm[name]}
              maxLength={100}
            />
          ))}
        </FormLayout.Group>
      ))}
    </FormLayout>
  );
}

/** The link's code stays an option, even if the affiliate no longer has it. */
function withChosen(codes: readonly string[], chosen: string) {
  const all = chosen === "" || codes.includes(chosen) ? codes : [...codes, chosen];
  return all.map((code) => ({ value: code, label: code }));
}

/** Values of a new link's form. */
export const noLink = {
  name: "",
  target: "/",
  slug: "",
  subId: "",
  discountCode: "",
  programId: "",
  utmSource: "",
  utmMedium: "",
  utmCampaign: "",
  utmTerm: "",
  utmContent: "",
};

type LinkValues = Readonly<Record<keyof typeof noLink, string>>;

const utmNames = {
  source: "utmSource",
  medium: "utmMedium",
  campaign: "utmCampaign",
  term: "utmTerm",
  content: "utmContent",
} as const;

/** Name of the form's field for a UTM parameter. */
export function utmFieldName(field: (typeof utmFields)[number]) {
  return utmNames[field];
}

export function linkValuesOf(link: LinkWire): LinkValues {
  const { name, target, slug, subId } = link;
  const utm = Object.fromEntries(utmFields.map((field) => [utmFieldName(field), link.utm[field] ?? ""]));
  const programId = link.program?.id ?? "";
  return { ...noLink, name, target, slug, subId, discountCode: link.discountCode ?? "", programId, ...utm };
}
