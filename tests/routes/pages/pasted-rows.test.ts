import { expect, it } from "vitest";
import { action as assignCodes } from "../../../app/routes/admin/codes.assign.tsx";
import { action as mapForeign } from "../../../app/routes/admin/imported-links.tsx";
import { formRequest, makeMerchant } from "../../support/merchant.ts";

const noParams = { params: {}, context: {} };
const pages = [
  { path: "/dashboard/affiliates/codes/assign", action: assignCodes, line: "SPRING-CODE-2026," },
  { path: "/dashboard/affiliates/links/imported", action: mapForeign, line: "sca_ref,123456.abcdef," },
];

it.each(pages)("as many lines as $path promises are read, and more are refused there", async (page) => {
  const { token } = await makeMerchant();
  const check = async (lines: number, line = page.line) => {
    const rows = Array.from({ length: lines }, (_, index) => `${line}person${index}@example.com`).join("\n");
    const fields: [string, string][] = [
      ["intent", "many"],
      ["step", "check"],
      ["rows", rows],
    ];
    const answer: unknown = await page.action({
      request: formRequest(token, page.path, fields),
      ...noParams,
    });
    return typeof answer === "object" && answer !== null && "data" in answer ? answer.data : answer;
  };
  const answered = await check(5000);
  expect(answered).toMatchObject({ ok: true, added: 0 });
  expect(answered).toHaveProperty("rows.length", 5000);
  const many = {
    ok: false,
    errors: [{ field: "rows", message: "Paste at most 5,000 lines at once. This has 5,001." }],
  };
  expect(await check(5001)).toMatchObject(many);
  const long = { ok: false, errors: [{ field: "rows", message: expect.stringMatching(/^Use at most/) }] };
  expect(await check(5000, "x".repeat(100))).toMatchObject(long);
});
