import { type SubmissionResult, useForm } from "@conform-to/react";
import { useCallback, useState } from "react";
import type { z } from "zod";
import type { FormRefusal } from "../error-banner.tsx";
import type { FormField } from "./form-fields.tsx";

type FieldValue = string | boolean | string[];
type FieldValues = Readonly<Record<string, FieldValue>>;

/** Values of the fields of a form that an action checks with this schema. */
export type FieldsOf<Schema extends z.ZodType> = Readonly<
  Partial<Record<NamesOf<unknown extends z.input<Schema> ? z.output<Schema> : z.input<Schema>>, FieldValue>>
>;
type NamesOf<Input> = Input extends unknown ? keyof Input & string : never;

/** An action's answer to a form. */
export type FormAnswer = FormRefusal | { readonly ok: true };

type Options<Values> = {
  /** Id of the form's element. Its fields' ids begin with it. */
  readonly id: string;
  /** Fields of the form with their initial values. */
  readonly defaultValue: Values;
  readonly answer: FormAnswer | null | undefined;
  /** Fields that show the errors of other names. */
  readonly fieldOf?: Readonly<Record<string, keyof Values & string>>;
  /** Fields that keep their value after success. Without a list all do; otherwise the others are reset. */
  readonly keeps?: readonly (keyof Values & string)[];
};

type WidenedValue<Value> = Value extends string ? string : Value extends boolean ? boolean : string[];
type TypedValues<Values> = { readonly [Name in keyof Values]: WidenedValue<Values[Name]> };

/** A form of plain fields: values as typed, errors of the last answer, and whether anything is unsaved. */
export function useAppForm<Values extends FieldValues>(options: Options<Values>) {
  const { id, answer = null, fieldOf = {} } = options;
  const [kept, setKept] = useState<Partial<TypedValues<Values>>>({});
  const defaultValue = { ...options.defaultValue, ...kept };
  const refusal = refusalOf(answer);
  const [reported, setReported] = useState(() => ({
    answer,
    result: refusal ? submissionOf(refusal, fieldOf, postedValues(refusal, defaultValue)) : undefined,
  }));
  const [form, meta] = useForm<Record<string, FieldValue>>({
    id,
    defaultValue: nested(defaultValue),
    ...(reported.result && { lastResult: reported.result }),
  });
  // Hidden fields keep their values.
  const [typed] = useState(() => new Map<string, string | string[]>());
  const fields = mapValues(defaultValue, (_, name): FormField => {
    const {
      id: fieldId,
      formId,
      key,
      initialValue,
      errors,
    } = meta[name] as NonNullable<(typeof meta)[string]>;
    return { id: fieldId, name, formId, key, initialValue: typed.get(name) ?? initialValue, errors, typed };
  });
  const values = mapValues(defaultValue, (value, name) =>
    typedValue(meta[name]?.value ?? fields[name]?.initialValue, value),
  ) as TypedValues<Values>;
  if (reported.answer !== answer) {
    const keeps = answer !== null && refusal === null ? options.keeps : undefined;
    const result = refusal ? submissionOf(refusal, fieldOf) : { ...(keeps ? emptied : noErrors) };
    setReported({ answer, result });
    if (keeps) {
      setKept(pick(values, keeps));
      typed.clear();
    }
  }
  const discard = useCallback(() => {
    typed.clear();
    setReported((before) => ({ ...before, result: { ...emptied } }));
  }, [typed]);
  const submit = useCallback(() => document.forms.namedItem(id)?.requestSubmit(), [id]);
  return {
    id,
    fields: fields as { readonly [Name in keyof Values]: FormField },
    values,
    isDirty: Object.entries(defaultValue).some(([name, value]) => !isSame(values[name], value)),
    /** Errors that no field shows, for the banner. */
    banner: { message: bannerMessage(form.allErrors, defaultValue), answer: refusal },
    /** Restores the default values and clears the errors. */
    discard,
    submit,
  };
}

const noErrors: SubmissionResult = { status: "success" };
const emptied: SubmissionResult = { initialValue: null };

function refusalOf(answer: FormAnswer | null): FormRefusal | null {
  return answer !== null && "errors" in answer ? answer : null;
}

/** A refusal in conform's shape. Its message is the error of the whole form. */
function submissionOf(
  { message, errors }: FormRefusal,
  fieldOf: Readonly<Record<string, string>>,
  initialValue?: FieldValues,
): SubmissionResult {
  const error: Record<string, string[]> = { "": [message] };
  for (const { field, message: text } of errors) (error[fieldOf[field] ?? field] ??= []).push(text);
  return { status: "error", error, ...(initialValue && { initialValue: nested(initialValue) }) };
}

/** Values of a page without JavaScript, which would lose the refused input. */
function postedValues({ given }: FormRefusal, defaultValue: FieldValues): FieldValues | undefined {
  if (!given) return undefined;
  // Browsers do not post unchecked boxes.
  return mapValues(defaultValue, (value, name) => given[name] ?? (typeof value === "string" ? value : []));
}

function mapValues<Value>(
  values: FieldValues,
  map: (value: FieldValue, name: string) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}

/** A name with dots ("limits.EUR.minimum") is a path for conform. */
function nested(values: FieldValues): Record<string, never> {
  const tree: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const names = path.split(".");
    const last = names.pop() ?? path;
    const parent = names.reduce((at, name) => (at[name] ??= {}) as Record<string, unknown>, tree);
    parent[last] = value;
  }
  return tree as Record<string, never>;
}

function typedValue(typed: unknown, value: FieldValue): FieldValue {
  if (typeof value === "boolean") return [typed ?? []].flat().length > 0;
  if (typeof value === "string") return typeof typed === "string" ? typed : "";
  return [typed ?? []].flat() as string[];
}

function pick<Values>(
  values: TypedValues<Values>,
  names: readonly (keyof Values)[],
): Partial<TypedValues<Values>> {
  const entries = names.map((name) => [name, values[name]]);
  return Object.fromEntries(entries) as Partial<TypedValues<Values>>;
}

function isSame(one: FieldValue | undefined, other: FieldValue): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}

/** Message of a refusal, unless fields show all errors. */
function bannerMessage(errors: Readonly<Record<string, string[]>>, defaultValue: FieldValues): string | null {
  const names = Object.keys(errors).filter((name) => name !== "");
  if (names.length > 0 && names.every((name) => name in defaultValue)) return null;
  return errors[""]?.[0] ?? null;
}
