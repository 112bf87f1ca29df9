import { expect, test } from "vitest";
import { changeEach } from "#app/domain/change-each.ts";
import { refuse } from "#app/domain/refusal.ts";

test("changes each thing once and names those that were refused", async () => {
  const seen: string[] = [];
  const result = await changeEach(
    ["a", "b", "a", "c"],
    async (id) => {
      seen.push(id);
      return await Promise.resolve(
        id === "b" ? refuse("not-possible", { code: "failed", message: "It is archived" }) : null,
      );
    },
    async (id) => await Promise.resolve(`Name of ${id}`),
  );
  expect(seen).toEqual(["a", "b", "c"]);
  expect(result).toEqual({
    changed: 2,
    unchanged: [{ id: "b", name: "Name of b", reason: { code: "failed", message: "It is archived" } }],
  });
});

test("names something unknown by the beginning of its id", async () => {
  const { unchanged } = await changeEach(
    ["x".repeat(100)],
    async () => await Promise.resolve(refuse("not-found", { code: "failed", message: "There is none" })),
    async () => await Promise.resolve(undefined),
  );
  expect(unchanged).toMatchObject([{ name: "x".repeat(40) }]);
});
