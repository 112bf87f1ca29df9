import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import { useLookWhile } from "../../shared/use-refresh.ts";

/** Asks for the books to be summed again, and looks until a result newer than the one shown is there. */
export function useAskedProof(checkedAt: string | null) {
  const fetcher = useFetcher<{ ok: boolean }>();
  const [askedAt, setAskedAt] = useState<{ before: string | null } | null>(null);
  const isAsking = fetcher.state !== "idle";
  const isWaiting =
    !isAsking && fetcher.data?.ok === true && askedAt !== null && askedAt.before === checkedAt;
  useLookWhile(isWaiting);
  function ask() {
    setAskedAt({ before: checkedAt });
    fetcher.submit({ intent: "prove" }, { method: "post" });
  }
  return { ask, isAsking, isWaiting };
}
