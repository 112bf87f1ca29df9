import { expect, test } from "vitest";
import { affiliateStatuses, canChangeAffiliateStatus, nextAffiliateStatuses } from "#app/domain/affiliate.ts";
import {
  canChangeProgramStatus,
  chooseTermsVersion,
  nextProgramStatuses,
  programStatuses,
} from "#app/domain/program.ts";
import { statusAt } from "#app/domain/instant.ts";
import { faultsOfTerms } from "#app/domain/terms/faults.ts";
import { affiliateId, fixedOf, orderedAt, percentOf, versionOf } from "./order-of.ts";

test("a program goes draft → active ⇄ paused → archived, and nowhere else", () => {
  const ways = programStatuses.map((status) => [status, nextProgramStatuses(status)]);
  expect(Object.fromEntries(ways)).toEqual({
    draft: ["active", "archived"],
    active: ["paused", "archived"],
    paused: ["active", "archived"],
    archived: [],
  });
  expect(canChangeProgramStatus("archived", "active")).toBe(false);
  expect(canChangeProgramStatus("paused", "active")).toBe(true);
});

test("an affiliate goes invited → pending → active ⇄ suspended; rejected can be re-opened", () => {
  const ways = affiliateStatuses.map((status) => [status, nextAffiliateStatuses(status)]);
  expect(Object.fromEntries(ways)).toEqual({
    invited: ["pending", "rejected"],
    pending: ["active", "rejected"],
    active: ["suspended"],
    suspended: ["active"],
    rejected: ["pending"],
  });
  expect(canChangeAffiliateStatus("active", "rejected")).toBe(false);
});

test("M4: the latest version not after the order, the higher number of two from one instant", () => {
  const versions = [
    versionOf(3, "2026-11-10T12:00:01Z", percentOf(30)),
    versionOf(1, "2026-01-01T00:00:00Z", percentOf(10)),
    versionOf(2, "2026-01-01T01:00:00+01:00", percentOf(20)),
  ];
  expect(chooseTermsVersion(versions, affiliateId("1"), orderedAt)?.number).toBe(2);
  expect(chooseTermsVersion(versions, affiliateId("1"), "2026-11-10T12:00:01Z")?.number).toBe(3);
  expect(chooseTermsVersion(versions, affiliateId("1"), "2025-12-31T23:59:59Z")).toBeNull();
});

test("M4: terms made within the order's own second are its terms, because the platform stamps whole seconds", () => {
  const versions = [versionOf(1, "2026-11-10T12:00:00.400Z", percentOf(10))];
  expect(chooseTermsVersion(versions, affiliateId("1"), orderedAt)?.number).toBe(1);
});

test("M20: the status at an instant", () => {
  const history = [
    { status: "paused", at: "2026-03-01T00:00:00Z" },
    { status: "active", at: "2026-02-01T00:00:00Z" },
  ] as const;
  expect(statusAt(history, "2026-02-15T00:00:00Z")).toBe("active");
  expect(statusAt(history, "2026-03-01T00:00:00Z")).toBe("paused");
  expect(statusAt(history, "2026-01-31T23:59:59Z")).toBeNull();
});

const fields = (...args: Parameters<typeof faultsOfTerms>) => faultsOfTerms(...args).map((one) => one.field);

test("terms that cannot be meant name their field", () => {
  expect(fields(percentOf(10), "USD")).toEqual([]);
  expect(fields(percentOf(0), "USD")).toEqual(["commission"]);
  expect(fields(percentOf(100.01), "USD")).toEqual(["commission"]);
  expect(fields(fixedOf(500n, "USD"), "USD")).toEqual([]);
  expect(fields(fixedOf(500n, "EUR"), "USD")).toEqual(["commission"]);
  expect(fields(fixedOf(0n), "USD")).toEqual(["commission"]);
  expect(fields(fixedOf(10n ** 13n), "USD")).toEqual(["commission"]);
  const terms = { ...percentOf(10), windowDays: 0, approvalDays: 1.5 };
  expect(fields(terms, "USD")).toEqual(["windowDays", "approvalDays"]);
});
