import { beforeEach, expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import { waitForDatabase } from "#app/platform/wait-for-database.server.ts";

vi.mock(import("#app/platform/log.server.ts"), async (original) => {
  const { log: real, ...rest } = await original();
  return { ...rest, log: { ...real, info: vi.fn<typeof real.info>(), warn: vi.fn<typeof real.warn>() } };
});

beforeEach(() => vi.clearAllMocks());

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code });

test.each([
  failure("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"),
  new AggregateError([failure("connect ECONNREFUSED ::1:5432", "ECONNREFUSED")]),
  failure("getaddrinfo ENOTFOUND database", "ENOTFOUND"),
  failure("the database system is starting up", "57P03"),
  failure("terminating connection due to administrator command", "57P01"),
  failure("sorry, too many clients already", "53300"),
  failure("Connection terminated unexpectedly"),
  failure("timeout expired"),
  new Error("Failed query", { cause: failure("Connection terminated unexpectedly") }),
])("tries again after %s", async (error) => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValueOnce(error).mockResolvedValueOnce();
  await waitForDatabase(work);
  expect(work).toHaveBeenCalledTimes(2);
  expect(vi.mocked(log.warn)).toHaveBeenCalledTimes(1);
  expect(vi.mocked(log.info).mock.calls).toEqual([["The database is there"]]);
});

test.each([
  failure('password authentication failed for user "affiliate"', "28P01"),
  failure('role "affiliate" does not exist', "28000"),
  failure('database "affiliate" does not exist', "3D000"),
  failure("permission denied for schema public", "42501"),
  new Error("Failed query", { cause: failure('relation "x" already exists', "42P07") }),
  failure("The server does not support SSL connections"),
])("gives up at once on %s", async (error) => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(error);
  await expect(waitForDatabase(work)).rejects.toBe(error);
  expect(work).toHaveBeenCalledTimes(1);
  expect(vi.mocked(log.warn)).not.toHaveBeenCalled();
});
