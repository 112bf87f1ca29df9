import { expect, test } from "vitest";
import { csvResponse } from "#app/http/csv.ts";

/** Lines without end, that count how many were asked for and say when nobody asks any more. */
function endless() {
  const said = { asked: 0, isEnded: false };
  async function* lines(): AsyncGenerator<string> {
    try {
      for (;;) {
        said.asked += 1;
        yield `${said.asked}\r\n`;
        await Promise.resolve();
      }
    } finally {
      said.isEnded = true;
    }
  }
  return { said, lines: lines() };
}

async function* failing(): AsyncGenerator<string> {
  yield "1\r\n";
  await Promise.resolve();
  throw new Error("The database went away.");
}

test("a file is read only as fast as it is taken, and no further once its reader has gone", async () => {
  const { said, lines } = endless();
  const response = csvResponse("orders.csv", lines);
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="orders.csv"');
  const reader = response.body?.getReader();
  const taken: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    taken.push(new TextDecoder("utf-8", { ignoreBOM: true }).decode((await reader?.read())?.value));
  }
  expect(taken).toEqual(["\uFEFF", "1\r\n", "2\r\n"]);
  expect(said.asked).toBeLessThanOrEqual(4);
  expect(said.isEnded).toBe(false);
  await reader?.cancel();
  const { asked } = said;
  expect(said.isEnded).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(said.asked).toBe(asked);
});

test("a file that fails half-way breaks off, and does not look whole", async () => {
  const response = csvResponse("orders.csv", failing());
  await expect(response.text()).rejects.toThrow("The database went away.");
});
