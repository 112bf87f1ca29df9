import { expect, test } from "vitest";
import { type EmailKind, emailKinds, switchOf, whyEssential } from "#app/domain/emails/kinds.ts";

const kinds = Object.keys(emailKinds) as EmailKind[];

test("a digest shares the switch of its single email", () => {
  expect(switchOf("sale_digest")).toBe("sale");
  expect(switchOf("sale")).toBe("sale");
  const shared = kinds.filter((kind) => switchOf(kind) !== kind);
  expect(shared.filter((kind) => switchOf(switchOf(kind)) !== switchOf(kind))).toEqual([]);
});

test("emails that open a link or guard an account can't be turned off", () => {
  const essential = kinds.filter((kind) => whyEssential(kind) !== null);
  expect(essential).toEqual(
    expect.arrayContaining([
      "application_confirm",
      "sign_in",
      "email_confirm",
      "details_confirm",
      "details_changed_shop",
      "terms_lower",
    ]),
  );
  expect(whyEssential("sale")).toBeNull();
});
