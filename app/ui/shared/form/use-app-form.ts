import { type SubmissionResult, useForm } from "@conform-to/react";
import { useCallback, useState } from "react";
import type { z } from "zod";
import type { FormRefusal } from "../field-errors.ts";
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
  /** Of the form's element, and the beginning of its fields' ids. */
  readonly id: string;
  /** Every field that the form shows, with the value that it has unless something else was typed. */
  readonly defaultValue: Values;
  readonly answer: FormAnswer | null | undefined;
  /** Fields that keep their value once the form is done. Without a list all do; the others are put back. */
  readonly keeps?: readonly (keyof Values & string)[];
};

type Widened<Value> = Value extends string ? string : Value extends boolean ? boolean : string[];
type Typed<Values> = { readonly [Name in keyof Values]: Widened<Values[Name]> };

/** A form of plain fields: their values as typed, the errors of the last answer, and whether anything is unsaved. */
export function useAppForm<Values extends FieldValues>({ id, answer = null, ...options }: Options<Values>) {
  const [kept, setKept] = useState<Partial<Typed<Values>>>({});
  const defaultValue = { ...options.defaultValue, ...kept };
  const refusal = refusalOf(answer);
  const [reported, setReported] = useState(() => ({
    answer,
    result: refusal ? submissionOf(refusal, postedValues(refusal, defaultValue)) : undefined,
  }));
  const [form, fields] = useForm<Record<string, FieldValue>>({
    id,
    defaultValue,
    ...(reported.result && { lastResult: reported.result }),
  });
  const values = typedValues<Values>(form.value, defaultValue);
  if (reported.answer !== answer) {
    const keeps = answer !== null && refusal === null ? options.keeps : undefined;
    const result = refusal ? submissionOf(refusal) : { ...(keeps ? emptied : noErrors) };
    setReported({ answer, result });
    if (keeps) setKept(pick(values, keeps));
  }
  const discard = useCallback(() => setReported((before) => ({ ...before, result: { ...emptied } })), []);
  const submit = useCallback(() => document.forms.namedItem(id)?.requestSubmit(), [id]);
  return {
    id,
    fields: fields as unknown as { readonly [Name in keyof Values]: FormField },
    values,
    isDirty: Object.entries(defaultValue).some(([name, value]) => !isSame(values[name], value)),
    /** For the banner above the fields: errors that none of them shows. */
    banner: { message: bannerMessage(form.allErrors, defaultValue), answer: refusal },
    /** Puts the default values back and takes the errors away. */
    discard,
    submit,
  };
}

const noErrors: SubmissionResult = { status: "success" };
const emptied: SubmissionResult = { initialValue: null };

function refusalOf(answer: FormAnswer | null): FormRefusal | null {
  return answer !== null && "errors" in answer ? answer : null;
}

/** A refusal as conform takes it. Its sentence is the error of the whole form. */
function submissionOf({ message, errors }: FormRefusal, initialValue?: FieldValues): SubmissionResult {
  const error: Record<string, string[]> = { "": [message] };
  for (const { field, message: text } of errors) (error[field] ??= []).push(text);
  return { status: "error", error, ...(initialValue && { initialValue: initialValue as never }) };
}

/** The values of a page without a script, which would lose what was typed and refused. */
function postedValues({ given }: FormRefusal, defaultValue: FieldValues): FieldValues | undefined {
  if (!given) return undefined;
  return Object.fromEntries(
    Object.entries(defaultValue).map(([name, value]) => {
      // A browser does not post boxes that are not ticked.
      return [name, given[name] ?? (typeof value === "string" ? value : [])];
    }),
  );
}

function typedValues<Values>(typed: unknown, defaultValue: FieldValues): Typed<Values> {
  const given = (typed ?? {}) as Readonly<Record<string, unknown>>;
  const entries = Object.entries(defaultValue).map(([name, value]) => [name, typedValue(given[name], value)]);
  return Object.fromEntries(entries) as Typed<Values>;
}

function typedValue(typed: unknown, value: FieldValue): FieldValue {
  if (typeof value === "boolean") return typed !== undefined;
  if (typeof value === "string") return typeof typed === "string" ? typed : "";
  return [typed ?? []].flat() as string[];
}

function pick<Values>(values: Typed<Values>, names: readonly (keyof Values)[]): Partial<Typed<Values>> {
  const entries = names.map((name) => [name, values[name]]);
  return Object.fromEntries(entries) as Partial<Typed<Values>>;
}

function isSame(one: FieldValue | undefined, other: FieldValue): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}

/** The sentence of a refusal, unless every error stands at a field. */
function bannerMessage(errors: Readonly<Record<string, string[]>>, defaultValue: FieldValues): string | null {
  const names = Object.keys(errors).filter((name) => name !== "");
  if (names.length > 0 && names.every((name) => name in defaultValue)) return null;
  return errors[""]?.[0] ?? null;
}
