import { useCallback, useState } from "react";
import { useUiActions } from "../state/ui-provider.tsx";
import { bannerMessage, fieldError, type FormRefusal, textsGiven } from "./field-errors.ts";
import { useIntent, usePageAnswer } from "./form/use-intent.ts";

type Form<Texts> = {
  readonly intent: string;
  /** From the page, so a form that is sent twice adds one thing. */
  readonly newId: string;
  readonly empty: Texts;
  readonly doneMessage: string;
};

/** A form that adds something under an id. Once it is added, the form is empty and takes a new id. */
export function useOneTimeForm<Texts extends Record<string, string>>(form: Form<Texts>) {
  const { intent, newId, empty, doneMessage } = form;
  const { addToast } = useUiActions();
  const [id, setId] = useState(newId);
  const [isUsed, setUsed] = useState(false);
  const posted = usePageAnswer(intent) as FormRefusal | undefined;
  const [values, setValues] = useState<Record<string, string>>(() => textsGiven(posted, empty));
  const onDone = useCallback(() => {
    addToast({ message: doneMessage, type: "success" });
    setValues(empty);
    setUsed(true);
  }, [addToast, doneMessage, empty]);
  const { fetcher, refusal, isBusy } = useIntent(intent, onDone);

  // Each load of the page brings a new id. It replaces only a used one.
  if (isUsed && newId !== id) {
    setId(newId);
    setUsed(false);
  }

  function field(name: keyof Texts & string) {
    const error = fieldError(refusal, name);
    return {
      id: `${intent}-${name}`,
      name,
      value: values[name] ?? "",
      onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
      autoComplete: "off",
      ...(error !== undefined && { error }),
    };
  }

  return { id, field, fetcher, refusal, banner: bannerMessage(refusal, Object.keys(empty)), isBusy };
}
