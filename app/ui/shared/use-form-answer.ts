import { useActionData, useLocation } from "@remix-run/react";
import { useState } from "react";

/**
 * What the action answered to a form of this page, until the form is sent again or the page is left. A live update loads
 * the page's data again, and the router drops the answer then: what was wrong with a form would vanish unread.
 */
export function useFormAnswer<Action>(): ReturnType<typeof useActionData<Action>> {
  const answer = useActionData<Action>();
  const { key } = useLocation();
  const [kept, setKept] = useState({ answer, key });
  // An answer can arrive before the location gets its new key.
  if (answer !== undefined && (answer !== kept.answer || key !== kept.key)) setKept({ answer, key });
  return answer ?? (kept.key === key ? kept.answer : undefined);
}
