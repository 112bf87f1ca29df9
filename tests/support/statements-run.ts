import pg from "pg";
import { vi } from "vitest";

/** A statement, and in which transaction it ran; null where in none. */
export type Ran = { readonly text: string; readonly within: { isSnapshot: boolean; limitMs: number } | null };

type Client = { query: (...args: unknown[]) => unknown };

const textOf = (asked: unknown): string => {
  if (typeof asked === "string") return asked;
  return typeof asked === "object" && asked !== null && "text" in asked ? String(asked.text) : "";
};

/** Statements of the app while `work` runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Ran[]> {
  const ran: Ran[] = [];
  const open = new Map<object, NonNullable<Ran["within"]>>();
  const client = pg.Client.prototype as unknown as Client;
  const ask = client.query;
  const spy = vi.spyOn(client, "query").mockImplementation(function query(this: Client, ...args: unknown[]) {
    const text = textOf(args[0]).trim();
    const limit = /set local statement_timeout = (\d+)/i.exec(text);
    if (/^begin/i.test(text)) {
      open.set(this, { isSnapshot: /repeatable read/i.test(text), limitMs: Number(limit?.[1] ?? 0) });
    } else if (/^(commit|rollback)/i.test(text)) open.delete(this);
    else if (text.startsWith("set statement_timeout")) return ask.apply(this, args);
    else ran.push({ text, within: open.get(this) ?? null });
    return ask.apply(this, args);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return ran;
}
