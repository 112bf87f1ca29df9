import { useBeforeUnload, useNavigate } from "@remix-run/react";
import { useCallback, useEffect } from "react";

/** Asks whether to leave the page, and calls `go` if so. */
type LeaveQuestion = (go: () => void) => void;

/** One for each form with unsaved changes. A page has a browser of its own, so this is its state. */
const questions = new Set<LeaveQuestion>();

/** Asks before the page is left while `isDirty`. */
export function useLeaveQuestion(isDirty: boolean, ask: LeaveQuestion): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const question: LeaveQuestion = (go) =>
      ask(() => {
        questions.delete(question);
        go();
      });
    questions.add(question);
    return () => void questions.delete(question);
  }, [isDirty, ask]);

  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (isDirty && questions.size > 0) event.preventDefault();
      },
      [isDirty],
    ),
  );
}

/** True if leaving the page needs an answer first. */
export function hasLeaveQuestion(): boolean {
  return questions.size > 0;
}

/** Goes at once, or after the person has agreed to lose what is unsaved. */
export function leavePage(go: () => void): void {
  const [first] = questions;
  if (first) first(go);
  else go();
}

/** The router's `navigate`, which asks first if something is unsaved. */
export function useAppNavigate(): (url: string) => void {
  const navigate = useNavigate();
  return useCallback((url) => leavePage(() => navigate(url)), [navigate]);
}
