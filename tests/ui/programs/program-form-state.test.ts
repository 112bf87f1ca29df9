import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { type ProgramAnswer, useProgramForm } from "#app/ui/admin/programs/use-program-form.ts";
import { valuesOfProgram } from "#app/ui/admin/programs/program-values.ts";
import { joining, program } from "./sample.ts";

const values = valuesOfProgram(program, joining);
type Shown = { readonly revision: number; readonly name: string; readonly answer?: ProgramAnswer };

function form(shown: Shown) {
  return renderHook(
    ({ revision, name, answer }: Shown) =>
      useProgramForm({ values: { ...values, name }, revision }, answer, "USD"),
    { initialProps: shown },
  );
}

it("keeps what was saved until the page has read the program again", () => {
  const { result, rerender } = form({ revision: 3, name: "Spring" });
  act(() => result.current.set({ name: "Summer" }));
  const answer: ProgramAnswer = { ok: true, intent: "save", revision: 4, status: "active" };
  rerender({ revision: 3, name: "Spring", answer });
  expect(result.current).toMatchObject({ values: { name: "Summer" }, revision: 4, isDirty: false });
  act(() => result.current.set({ name: "Autumn" }));
  rerender({ revision: 4, name: "Summer", answer });
  expect(result.current).toMatchObject({ values: { name: "Autumn" }, revision: 4, isDirty: true });
});

it("follows another's change while nothing is typed", () => {
  const { result, rerender } = form({ revision: 3, name: "Spring" });
  rerender({ revision: 5, name: "Winter" });
  expect(result.current).toMatchObject({ values: { name: "Winter" }, revision: 5 });
});
