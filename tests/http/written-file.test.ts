import { expect, it, vi } from "vitest";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { csvFile, type Put, writtenFile } from "#app/http/written-file.ts";

const about = { fileName: "orders.csv", type: "text/csv" };

/** A list of texts in parts, as a file. */
const fileOf = (parts: readonly string[][]) =>
  csvFile("orders.csv", {
    head: ["Order"],
    lines: (rows: readonly string[]) => rows.map((row) => `${row}\r\n`),
    read: async (take) => {
      for (const part of parts) await take(part);
      return null;
    },
  });

/** Writes on until it is told that nobody reads any more. */
function endless() {
  const said = { puts: 0, fault: "" };
  const write = async (put: Put): Promise<null> => {
    try {
      for (;;) {
        await put("1\r\n");
        said.puts += 1;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    } catch (error) {
      said.fault = error instanceof Error ? error.name : "";
      throw error;
    }
  };
  return { said, write };
}

const bodyOf = (file: Response | Refusal): Response => {
  if (!(file instanceof Response)) throw new Error(file.reason.code);
  return file;
};

it("a file that is refused before its first line is said to be, and has no body", async () => {
  const late = refuse("unavailable", { code: "failed", message: "This list takes longer than 8 seconds." });
  expect(await writtenFile(about, () => Promise.resolve(late))).toEqual(late);
});

it("a file that fails halfway breaks off, and doesn't look complete", async () => {
  const late = refuse("unavailable", { code: "failed", message: "This list takes longer than 8 seconds." });
  const file = await writtenFile(about, async (put) => {
    await put("1\r\n");
    return late;
  });
  await expect(bodyOf(file).text()).rejects.toThrow(late.reason.code);
});

it("a list without rows has its head, and one of many parts has it once", async () => {
  expect(await bodyOf(await fileOf([[]])).text()).toBe('"Order"\r\n');
  expect(await bodyOf(await fileOf([["1", "2"], [], ["3"]])).text()).toBe('"Order"\r\n1\r\n2\r\n3\r\n');
});

it("is no longer written once its reader has gone, and only a few are at once", async () => {
  const { said, write } = endless();
  const held = Promise.withResolvers<null>();
  const first = bodyOf(await writtenFile(about, write)).body?.getReader();
  await first?.read();
  const others = Array.from({ length: 3 }, () =>
    writtenFile(about, async (put) => {
      await put("1\r\n");
      return await held.promise;
    }),
  );
  await Promise.all(others);
  let isWritten = false;
  const fifth = writtenFile(about, async (put) => {
    isWritten = true;
    await put("5\r\n");
    return null;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([isWritten, said.fault]).toEqual([false, ""]);
  await first?.cancel();
  expect(await bodyOf(await fifth).text()).toBe("5\r\n");
  expect(said.fault).toBe("ReaderIsGone");
  const { puts } = said;
  held.resolve(null);
  for (const other of others) expect(await bodyOf(await other).text()).toBe("1\r\n");
  expect(said.puts).toBe(puts);
});

it("is no longer written after a minute in which nobody began to take it, as who left while it was begun", async () => {
  const { said, write } = endless();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  bodyOf(await writtenFile(about, write));
  await vi.advanceTimersByTimeAsync(60_000);
  // Writing to the disk takes real time.
  await vi.waitFor(() => expect(said.fault).toBe("ReaderIsGone"), { timeout: 30_000 });
  vi.useRealTimers();
});

it("a disk on which nothing can be kept for a while takes no place for good", async () => {
  const folder = process.env["TMPDIR"];
  process.env["TMPDIR"] = "/nowhere/at/all";
  for (let count = 0; count < 6; count += 1) await expect(fileOf([["1"]])).rejects.toThrow("ENOENT");
  if (folder === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = folder;
  expect(await bodyOf(await fileOf([["1"]])).text()).toBe('"Order"\r\n1\r\n');
});
