import { Autocomplete } from "@shopify/polaris";
import { keyOfField, type ReportFilterField } from "#app/contracts/report-fields.ts";
import { keyLabel } from "#app/contracts/report-words.ts";
import { useReportValues } from "./use-report-values.ts";

const helps: Partial<Record<ReportFilterField, string>> = {
  product: "or type Shopify's number of it; empty for none",
  link: "or type its id, as in its address; empty for none",
  country: "or type two letters, such as US; empty for not known",
  landing: "or type a path, such as /products/mug; empty for not known",
};

type Props = {
  field: ReportFilterField;
  days: { readonly from: string; readonly to: string };
  text: string;
  onType: (text: string) => void;
  onPick: (value: string) => void;
};

/** Finds one of the values of these days by what is typed, however many there are; any other can be typed whole. */
export function ValueField({ field, days, text, onType, onPick }: Props) {
  const key = keyOfField(field);
  const values = useReportValues(key, days, text);
  return (
    <Autocomplete
      // An option may not be called '', which is the value of what has none.
      options={(values ?? []).map(({ value, label }) => ({ value: `=${value}`, label }))}
      selected={[]}
      loading={values === null}
      onSelect={([chosen]) => chosen !== undefined && onPick(chosen.slice(1))}
      textField={
        <Autocomplete.TextField
          label={keyLabel(key)}
          labelHidden
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={onType}
          helpText={`Found by a part of its name, ${helps[field] ?? "or type it; empty for none"}`}
        />
      }
    />
  );
}
