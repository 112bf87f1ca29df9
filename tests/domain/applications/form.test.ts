import { describe, expect, it } from "vitest";
import { readAnswers, type FormField } from "#app/domain/applications/joining.ts";

const field = (given: Partial<FormField>): FormField => ({
  id: "q",
  kind: "text",
  label: "Question",
  isRequired: false,
  choices: [],
  ...given,
});
const valueOf = (given: Partial<FormField>, value: string) => {
  const read = readAnswers([field(given)], { q: value });
  return "answers" in read ? read.answers[0]?.value : read.problems[0]?.fault;
};

describe("the answers of an application form", () => {
  it("keep the question's words and omit answers that the form doesn't ask for", () => {
    const fields = [field({ id: "site", label: "Your site", kind: "link" }), field({ id: "why" })];
    expect(readAnswers(fields, { site: " blog.example/me ", why: "a\r\nb", more: "x" })).toEqual({
      answers: [
        { fieldId: "site", label: "Your site", value: "https://blog.example/me" },
        { fieldId: "why", label: "Question", value: "a\nb" },
      ],
    });
  });

  it("name each question that is missing or wrong", () => {
    const fields = [
      field({ id: "a", isRequired: true }),
      field({ id: "b", kind: "checkbox", isRequired: true }),
      field({ id: "c" }),
    ];
    expect(readAnswers(fields, { a: "  " })).toEqual({
      problems: [
        { fieldId: "a", fault: "missing" },
        { fieldId: "b", fault: "missing" },
      ],
    });
  });

  it.each([
    ["javascript:alert(1)", "not-a-link"],
    ["https://user:pass@site.example", "not-a-link"],
    ["https://localhost", "not-a-link"],
    ["ftp://files.example", "not-a-link"],
    ["not a link", "not-a-link"],
    [`https://site.example/${"x".repeat(500)}`, "too-long"],
    ["", ""],
  ])("take a link or refuse it: %s", (value, expected) => {
    expect(valueOf({ kind: "link" }, value)).toBe(expected);
  });

  it.each([
    ["<script>alert(1)</script>", "not-plain-text"],
    ["right\u202eto left", "not-plain-text"],
    ["zero\u0000", "not-plain-text"],
    ["x".repeat(2001), "too-long"],
    ["I ❤️ coffee 😀, a < b", "I ❤️ coffee 😀, a < b"],
    ["أحب القهوة", "أحب القهوة"],
  ])("take plain text in any script and refuse markup and hidden marks: %j", (value, expected) => {
    expect(valueOf({}, value)).toBe(expected);
  });

  it("are empty for a question whose id every object has", () => {
    expect(readAnswers([field({ id: "constructor" })], {})).toMatchObject({ answers: [{ value: "" }] });
  });

  it("take only the choices that are offered", () => {
    const choice = { kind: "choice" as const, choices: ["Blog", "Video"] };
    expect(valueOf(choice, "Video")).toBe("Video");
    expect(valueOf(choice, "Radio")).toBe("not-a-choice");
    expect(valueOf({ kind: "checkbox" }, "yes")).toBe("yes");
    expect(valueOf({ kind: "checkbox" }, "on")).toBe("not-a-choice");
  });
});
