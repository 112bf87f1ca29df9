import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import type { FormAnswer, FormRefusal } from "../error-banner.tsx";

type FileLimit = {
  readonly mostBytes: number;
  /** Error for a larger file. */
  readonly tooLarge: string;
};

/** Posts a file as soon as it is chosen. `error` is the field's error. */
export function useFileUpload<Answer extends FormAnswer>({ mostBytes, tooLarge }: FileLimit) {
  const fetcher = useFetcher<Answer>();
  const [isTooLarge, setTooLarge] = useState(false);
  const isBusy = fetcher.state !== "idle";
  const answer = fetcher.data as Answer | undefined;
  const refusal = isRefused(answer) && !isBusy && !isTooLarge ? answer : null;
  const upload = ([file]: readonly File[]) => {
    if (!file) return;
    // The server stops reading a far too large file, so the browser may never get its answer.
    setTooLarge(file.size > mostBytes);
    if (file.size > mostBytes) return;
    const form = new FormData();
    form.set("file", file);
    fetcher.submit(form, { method: "post", encType: "multipart/form-data" });
  };
  return { fetcher, answer, refusal, isBusy, upload, error: isTooLarge ? tooLarge : refusal?.message };
}

function isRefused<Answer extends FormAnswer>(
  answer: Answer | undefined,
): answer is Answer & { readonly ok: false } & FormRefusal {
  return answer?.ok === false;
}
