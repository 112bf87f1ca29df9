import { useFetcher, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";

const lookEveryMs = 2_000;

/** Asks for the books to be summed again, and looks until a result newer than the one shown is there. */
export function useAskedProof(checkedAt: string | null) {
  const fetcher = useFetcher<{ ok: boolean }>();
  const { revalidate } = useRevalidator();
  const [askedAt, setAskedAt] = useState<{ before: string | null } | null>(null);
  const isAsking = fetcher.state !== "idle";
  const isWaiting =
    !isAsking && fetcher.data?.ok === true && askedAt !== null && askedAt.before === checkedAt;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(revalidate, lookEveryMs);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);
  function ask() {
    setAskedAt({ before: checkedAt });
    fetcher.submit({ intent: "prove" }, { method: "post" });
  }
  return { ask, isAsking, isWaiting };
}
