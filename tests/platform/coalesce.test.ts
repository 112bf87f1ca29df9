import { setImmediate as soon, setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { coalesce } from "#app/platform/coalesce.ts";

/** Writes that end when they are told to; each is known by its items. */
function slowWrites() {
  const begun: { readonly items: readonly number[]; readonly end: () => void }[] = [];
  const write = async (items: readonly number[]): Promise<number[]> => {
    await new Promise<void>((resolve) => begun.push({ items, end: resolve }));
    return items.map((item) => item * 10);
  };
  return { begun, write, paymentsOf: () => begun.map(({ items }) => items) };
}

test("who comes together shares a write, and who comes meanwhile the next one", async () => {
  const { begun, write, paymentsOf } = slowWrites();
  const keep = coalesce(write, { mostItems: 3, lanes: 1 });
  const first = [keep(1), keep(2)];
  await soon();
  const second = [keep(3), keep(4), keep(5), keep(6)];
  begun[0]?.end();
  expect(await Promise.all(first)).toEqual([10, 20]);
  await soon();
  expect(paymentsOf()).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  begun[1]?.end();
  await soon();
  begun[2]?.end();
  expect(await Promise.all(second)).toEqual([30, 40, 50, 60]);
});

test("who comes alone is written at once, and a few who came meanwhile wait for more, but not for long", async () => {
  const { begun, write, paymentsOf } = slowWrites();
  const keep = coalesce(write, { mostItems: 100, lanes: 1, gather: { items: 3, turns: 20_000 } });
  const answers = [keep(1)];
  await soon();
  expect(paymentsOf()).toEqual([[1]]);
  answers.push(keep(2));
  begun[0]?.end();
  await soon();
  expect(paymentsOf()).toEqual([[1]]);
  answers.push(keep(3));
  await expect.poll(paymentsOf).toEqual([[1], [2, 3]]);
  answers.push(keep(4), keep(5), keep(6));
  begun[1]?.end();
  await soon();
  expect(paymentsOf()).toEqual([[1], [2, 3], [4, 5, 6]]);
  begun[2]?.end();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60]);
});

test("a write that fails is told to each of its callers, and the next one goes on", async () => {
  const first = Promise.withResolvers<void>();
  const keep = coalesce<number, number>(
    async (items) => {
      first.resolve();
      await soon();
      if (items.includes(1)) throw new Error("refused");
      return items;
    },
    { mostItems: 100, lanes: 1, gather: { items: 2, turns: 3 } },
  );
  const refused = [keep(1), keep(2)].map((one) => expect(one).rejects.toThrow("refused"));
  await first.promise;
  const kept = keep(3);
  await Promise.all(refused);
  expect(await kept).toBe(3);
});

test("no write is made of nothing, when another lane took those who were waited for", async () => {
  const { begun, write, paymentsOf } = slowWrites();
  const keep = coalesce(write, { mostItems: 100, lanes: 2, gather: { items: 5, turns: 20 } });
  const answers = [keep(1)];
  await soon();
  answers.push(keep(2));
  await soon();
  answers.push(keep(3));
  begun[0]?.end();
  await soon();
  begun[1]?.end();
  await expect.poll(() => begun.length).toBe(3);
  await pause(40);
  expect(paymentsOf()).toEqual([[1], [2], [3]]);
  begun[2]?.end();
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
});
