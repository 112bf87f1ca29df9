import { useEffect, useState } from "react";
import { useListParams } from "./use-list-params.ts";

const delayMs = 300;

/** What is typed into a field that narrows a list: it goes into the address when the typing pauses and it is whole. */
export function useTypedParam(
  name: string,
  isWhole: (text: string) => boolean,
): [text: string, setText: (text: string) => void] {
  const { param, change } = useListParams();
  const kept = param(name);
  const [text, setText] = useState(kept);
  const [sent, setSent] = useState(kept);
  const [seen, setSeen] = useState(kept);

  // Going back in history changes the address first and the field after it; an answer to what was typed
  // here does not, or it would take away the letters typed meanwhile.
  if (kept !== seen) {
    setSeen(kept);
    if (kept !== sent) {
      setSent(kept);
      setText(kept);
    }
  }

  const isReady = text !== sent && isWhole(text);
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setTimeout(() => {
      setSent(text);
      change({ [name]: text });
    }, delayMs);
    return () => clearTimeout(timer);
  }, [isReady, text, name, change]);

  return [text, setText];
}
