import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { readUnanswered } from "../shared/no-answer.ts";
import { useUnanswered } from "../shared/use-unanswered.ts";

/** Shows above any page, also above its dialogs, that a request got no answer. The page stays as it is below. */
export function NoAnswerBanner() {
  const { pathname } = useLocation();
  return <BannerOfPage key={pathname} />;
}

function BannerOfPage() {
  const requests = useUnanswered();
  useEffect(() => dismissAll, []);
  if (requests.length === 0) return null;
  return (
    <div className="no-answer">
      <ErrorBanner message={requests.at(-1)?.message} onRetry={retryAll} onDismiss={dismissAll} />
    </div>
  );
}

function retryAll(): void {
  for (const { retry } of readUnanswered()) retry();
}

function dismissAll(): void {
  for (const { dismiss } of readUnanswered()) dismiss();
}
