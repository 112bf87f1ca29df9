import { describe, expect, test } from "vitest";
import { fillTemplate, fitsKind } from "#app/domain/emails/template.ts";

const fill = (body: string, values = {}) => fillTemplate({ subject: "Hi", body }, values).paragraphs;

describe("an email's text", () => {
  test("has its values in place of the variables, and a paragraph per blank line", () => {
    expect(
      fillTemplate(
        { subject: "{shop} paid {amount}", body: "Hi {name},\nthanks.\n\n\n  You got {amount}." },
        { shop: "Mugs", amount: "$5.00", name: "Maya" },
      ),
    ).toEqual({ subject: "Mugs paid $5.00", paragraphs: ["Hi Maya,\nthanks.", "You got $5.00."] });
  });

  test("omits paragraphs without content", () => {
    expect(
      fill("Hi {name}, {payment} {covers}\n\n{deducted}\n\nBye", { name: "Maya", payment: "Paid." }),
    ).toEqual(["Hi Maya, Paid.", "Bye"]);
  });

  test("takes a value as it is, whatever it looks like", () => {
    expect(fill("Hi {name}.", { name: "{shop} $& <b>" })).toEqual(["Hi {shop} $& <b>."]);
  });

  test("keeps names on one line and in their place", () => {
    const { subject } = fillTemplate(
      { subject: "{name} & {affiliate}", body: "" },
      { name: "Eve\r\nBcc: all@example.com\u0000", affiliate: "\u202Egnp.exe\u2069" },
    );
    expect(subject).toBe("Eve Bcc: all@example.com & gnp.exe");
    expect(fill("{name}!", { name: "\u202Bמאיה" })).toEqual(["\u2068מאיה\u2069!"]);
    expect(fill("{name}!", { name: "Zoë 👩‍👩‍👧" })).toEqual(["Zoë 👩‍👩‍👧!"]);
  });

  test("takes the lines of a message, but not its direction marks", () => {
    expect(fill("Note: {message}", { message: "One\u202E\ntwo\n\nthree" })).toEqual([
      "Note: One\ntwo",
      "three",
    ]);
  });

  test("fits only a kind that has all its variables", () => {
    expect(fitsKind("sale", { subject: "{amount}", body: "{order}" })).toBe(true);
    expect(fitsKind("sale", { subject: "{amount}", body: "{order} {balance}" })).toBe(false);
  });
});
