import { useInputControl } from "@conform-to/react";
import {
  BlockStack,
  Box,
  Checkbox,
  type CheckboxProps,
  InlineError,
  InlineStack,
  Select,
  type SelectProps,
  Text,
  TextField,
  type TextFieldProps,
} from "@shopify/polaris";
import { type ReactNode, useState } from "react";

/** A field of a form of `useAppForm`. */
export type FormField = {
  readonly id: string;
  readonly name: string;
  readonly formId: string;
  /** Changes when the form is reset to its default values. */
  readonly key: string | undefined;
  readonly initialValue: unknown;
  readonly errors: string[] | undefined;
  /** Values as typed, by the fields' names. */
  readonly typed: Map<string, string | string[]>;
};

type ControlledProp = "id" | "name" | "value" | "onChange";

type TextProps = { field: FormField; autoComplete?: string } & Omit<
  TextFieldProps,
  ControlledProp | "autoComplete"
>;

export function FormTextField({ field, ...props }: TextProps) {
  return <TextField {...useTextControl(field)} {...props} />;
}

type ChoiceProps = { field: FormField; onChange?: (value: string) => void } & Omit<
  SelectProps,
  ControlledProp
>;

/**
 * `onChange` is called in addition to the form's own. It listens to the input event, which comes before React's change
 * event: conform renders in between, and React would restore the former choice.
 */
export function FormSelect({ field, onChange, ...props }: ChoiceProps) {
  const { autoComplete: _none, ...control } = useTextControl(field);
  const change = (value: string) => {
    if (value === control.value) return;
    control.onChange(value);
    onChange?.(value);
  };
  return (
    <div style={layoutOfParent} onInput={(event) => change((event.target as HTMLSelectElement).value)}>
      <Select {...control} {...props} onChange={change} />
    </div>
  );
}

const layoutOfParent = { display: "contents" } as const;

type BoxProps = { field: FormField; /** Posted while it is ticked. */ value?: string } & Omit<
  CheckboxProps,
  ControlledProp | "checked" | "error"
>;

export function FormCheckbox({ field, value = "on", ...props }: BoxProps) {
  const { selected, select, error } = useListControl(field);
  return (
    <Checkbox
      id={field.id}
      name={field.name}
      value={value}
      checked={selected.length > 0}
      onChange={(isTicked) => select(isTicked ? [value] : [])}
      {...(error !== undefined && { error })}
      {...props}
    />
  );
}

/** Props of one of Polaris' inputs that hold a text. */
export function useTextControl(field: FormField) {
  const { value = "", change } = useInputControl<string>({
    key: field.key,
    name: field.name,
    formId: field.formId,
    initialValue: typeof field.initialValue === "string" ? field.initialValue : "",
  });
  const error = field.errors?.[0];
  const onChange = (text: string) => {
    field.typed.set(field.name, text);
    change(text);
  };
  return {
    id: field.id,
    name: field.name,
    value,
    onChange,
    autoComplete: "off",
    ...(error !== undefined && { error }),
  };
}

/**
 * Checked values of several boxes with one name. They are plain inputs, which conform observes by itself. Its own
 * control would write all values into the first one.
 */
export function useListControl({ key, name, initialValue, errors, typed }: FormField) {
  const [state, setState] = useState({ key, selected: listOf(initialValue) });
  if (state.key !== key) setState({ key, selected: listOf(initialValue) });
  const select = (selected: string[]) => {
    typed.set(name, selected);
    setState({ key, selected });
  };
  return { selected: state.selected, select, error: errors?.[0] };
}

function listOf(value: unknown): string[] {
  return [value ?? []].flat().filter((one) => typeof one === "string");
}

type FieldChoice = {
  readonly value: string;
  readonly label: string;
  readonly helpText?: ReactNode;
  /** Next to the label: a status with its action. */
  readonly aside?: ReactNode;
};
type ManyChoicesProps = {
  field: FormField;
  title: string;
  /** A heading above it says the same. */
  titleHidden?: boolean;
  choices: readonly FieldChoice[];
};

/** A list of checkboxes that post the plain name. Polaris' ChoiceList posts `name[]`, which no form reads. */
export function ManyChoices({ field, title, titleHidden = false, choices }: ManyChoicesProps) {
  const { selected, select, error } = useListControl(field);
  const others = (value: string) => selected.filter((one) => one !== value);
  return (
    <BlockStack as="fieldset">
      <Box as="legend">
        <Text as="span" visuallyHidden={titleHidden}>
          {title}
        </Text>
      </Box>
      {choices.map(({ value, label, helpText, aside }) => (
        <InlineStack key={value} align="space-between" blockAlign="start" gap="200" wrap={false}>
          <Checkbox
            name={field.name}
            value={value}
            label={label}
            helpText={helpText}
            checked={selected.includes(value)}
            onChange={(isChosen) => select(isChosen ? [...others(value), value] : others(value))}
          />
          {aside}
        </InlineStack>
      ))}
      {error !== undefined && <InlineError message={error} fieldID={field.name} />}
    </BlockStack>
  );
}
