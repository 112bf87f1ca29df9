import fs from "node:fs";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import Pdf from "pdfkit";
import { describe, expect, it, vi } from "vitest";
import type { EntryCode } from "#app/domain/ledger/entries.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { entryCodes } from "#app/domain/ledger/entries.ts";
import { parseDecimal } from "#app/domain/money.ts";
import { instantsOf, readIdentity } from "#app/flows/ledger/read-balances.ts";
import {
  type StatementAbout,
  readStatement,
  type Statement,
  type StatementLine,
  type StatementSection,
} from "#app/flows/payouts/read-statement.ts";
import { statementCsv } from "#app/http/statement-response.server.ts";
import { textsIn } from "#app/i18n/texts.ts";
import { statementPdf } from "#app/http/statement-pdf.server.ts";
import { englishReader } from "#app/http/statement-words.ts";
import { db } from "#app/platform/db.server.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { accepted } from "../../support/accepted.ts";
import { type BookStep, postSteps } from "../../support/booked.ts";
import { pdfText } from "../../support/pdf-text.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";

const name = "Žofie Ångström – Ольга Ελένη";
const span = { first: "2026-03-01", last: "2026-03-31" };

const steps: readonly BookStep[] = [
  ["2026-02-10T00:00:00Z", "earned", "expense", "pending", 5000n],
  ["2026-02-28T00:00:00Z", "released", "pending", "payable", 3000n],
  ["2026-03-01T00:00:00Z", "earned", "expense", "pending", 700n],
  ["2026-03-05T00:00:00Z", "reversed", "payable", "expense", 300n],
  ["2026-03-06T00:00:00Z", "adjusted", "payable", "expense", 100n],
  ["2026-03-07T00:00:00Z", "payout_started", "payable", "in_transit", 1000n],
  ["2026-03-08T00:00:00Z", "payout_settled", "in_transit", "paid", 1000n],
  ["2026-03-09T00:00:00Z", "payout_returned", "paid", "payable", 1000n],
  ["2026-03-31T23:59:59Z", "earned", "expense", "pending", 55n],
  ["2026-04-01T00:00:00Z", "earned", "expense", "pending", 9n],
];

async function bookedShop(more: readonly BookStep[] = []) {
  const shop = await makeSellingShop();
  await db()
    .update(affiliates)
    .set({ name })
    .where(sql`shop_id = ${shop.shopId}`);
  await postSteps(shop, [...steps, ...more]);
  await postSteps(shop, [["2026-03-02T00:00:00Z", "earned", "expense", "pending", 250n]], "JPY");
  const zoned = { shopId: shop.shopId, timeZone: "UTC", name: "Mugs & more", domain: "mugs.example" };
  const { affiliateId } = shop;
  const statement = await statementOf(zoned, affiliateId);
  const { identities } = accepted(await readIdentity(zoned, { affiliateId, ...span }));
  return { shop, zoned, statement, identities };
}

/** A statement with its lines, which otherwise are read while it is written. */
async function statementOf(zoned: Parameters<typeof readStatement>[0], affiliateId: string) {
  const taken: Statement[] = [];
  const asked = { affiliateId, ...instantsOf(zoned, span) };
  const answer = await readStatement(zoned, asked, async (statement) => {
    const sections: StatementSection[] = [];
    for (const section of statement.sections) {
      const pages: StatementLine[][] = [];
      for await (const page of section.lines()) pages.push(page);
      sections.push({ ...section, lines: () => pagesOf(pages) });
    }
    taken.push({ ...statement, sections });
  });
  accepted(answer);
  const [statement] = taken;
  if (!statement) throw new Error("A statement that is not refused is taken.");
  return statement;
}

const takeNothing = (): Promise<void> => Promise.reject(new Error("There is nothing to take."));

async function* pagesOf(pages: readonly StatementLine[][]) {
  await Promise.resolve();
  yield* pages;
}

async function textOf(statement: Statement): Promise<string> {
  let text = "";
  for await (const part of statementCsv(statement)) text += part;
  return text;
}

async function bytesOf(statement: Statement, reader = englishReader): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of statementPdf(statement, reader)) parts.push(part);
  return Buffer.concat(parts);
}

const escapes: Record<string, string> = { "\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f" };

/** How a PDF writes a text of its properties: UTF-16, with some bytes escaped. */
function pdfString(text: string): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le").swap16().toString("latin1");
  const escaped = bytes.replaceAll(/[\n\r\t\b\f()\\]/g, (one) => `\\${escapes[one] ?? one}`);
  return Buffer.from(escaped, "latin1");
}

const nothing = { pending: 0n, available: 0n, in_payout: 0n };
async function* oneLine(about: StatementAbout, code = "earned") {
  await Promise.resolve();
  yield [{ day: "2026-03-01", code, about, amountMinor: -5n, balanceMinor: -5n, state: null }];
}

describe("a statement", () => {
  it("as PDF reads its fonts once per process, and each has the letters of its own text", async () => {
    const names = { shopName: "Shop", shopDomain: "shop.example", affiliateId: "aff_1" as AffiliateId };
    const statements = ["Ольга", "Ελένη"].map((affiliateName) => ({
      ...names,
      ...span,
      affiliateName,
      sections: [],
    }));
    await Promise.all(statements.map((one) => bytesOf(one)));
    const reads = vi.spyOn(fs, "readFileSync");
    const files = await Promise.all(statements.map((one) => bytesOf(one)));
    const fonts = reads.mock.calls.filter(([path]) => String(path).endsWith(".ttf"));
    reads.mockRestore();
    expect(fonts).toEqual([]);
    const texts = await Promise.all(files.map(pdfText));
    expect(texts.map((text) => text === null || /Ольга/.test(text))).toEqual([true, texts[0] === null]);
    expect(texts.map((text) => text === null || /Ελένη/.test(text))).toEqual([texts[1] === null, true]);
  });

  it("as CSV has the figures of M15: opening, the sum of each kind, closing", async () => {
    const { statement, identities } = await bookedShop();
    const rows: Record<string, string>[] = parse(await textOf(statement), { columns: true });
    expect(identities.map((one) => one.currency)).toEqual(["JPY", "USD"]);
    for (const { currency, openingMinor, closingMinor, movements } of identities) {
      const own = rows.filter((row) => row["Currency"] === currency);
      const minor = (text: string | undefined) => parseDecimal(text ?? "", currency).minor;
      const sums: Record<string, bigint> = {};
      for (const row of own.filter((one) => one["Row"] === "movement")) {
        const kind = row["Type"] ?? "";
        sums[kind] = (sums[kind] ?? 0n) + minor(row["Amount"]);
      }
      const expected = Object.entries(movements).map(([code, sum]) => [
        merchantTexts("accounting")(`entries.${code as EntryCode}`),
        sum,
      ]);
      expect(sums).toEqual(Object.fromEntries(expected));
      expect(minor(own.find((row) => row["Row"] === "opening")?.["Balance"])).toBe(openingMinor);
      expect(minor(own.find((row) => row["Row"] === "closing")?.["Balance"])).toBe(closingMinor);
    }
  });

  it("as PDF wraps texts that are too long for their column, and shows an account by its last digits", async () => {
    const { statement } = await bookedShop();
    const text = vi.spyOn(Pdf.prototype, "text");
    const roomFor = async (about: StatementAbout, what: string) => {
      const sections = statement.sections
        .slice(0, 1)
        .map((section) => ({ ...section, lines: () => oneLine(about) }));
      await bytesOf({ ...statement, sections });
      return text.mock.calls.find(([written]) => written === what)?.[3];
    };
    expect(await roomFor({ kind: "order", order: "#1001" }, "Order #1001")).toMatchObject({
      lineBreak: false,
      height: 12,
    });
    const long = await roomFor(
      { kind: "payout", method: "bank", receiver: "IBAN DE…3000" },
      "Payout by bank transfer to IBAN DE…3000",
    );
    expect(long).toMatchObject({ lineBreak: true, height: 22 });
    text.mockRestore();
  });

  it("as PDF has the same figures, the names in their scripts, and a number on each page", async () => {
    const many = Array.from({ length: 120 }, (_, index): BookStep => {
      return [`2026-03-10T00:00:${String(index % 60).padStart(2, "0")}Z`, "earned", "expense", "pending", 1n];
    });
    const { statement, identities } = await bookedShop(many);
    const bytes = await bytesOf(statement);
    expect(bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");
    const pages = bytes.toString("latin1").match(/\/Type \/Page\b[^s]/g) ?? [];
    expect(pages.length).toBeGreaterThanOrEqual(4);
    // The font is a subset: far smaller than the whole of it.
    expect(bytes.length).toBeLessThan(300_000);
    const text = await pdfText(bytes);
    if (text === null) return;
    expect(text).toContain(name);
    expect(text).toContain("Mugs & more");
    expect(text).toContain(`Page ${pages.length}`);
    for (const { currency, openingMinor, closingMinor, movements } of identities) {
      const summary = text.slice(text.indexOf(`Summary in ${currency}`));
      const amountBehind = (words: string) =>
        parseDecimal(new RegExp(`${words}\\s+(-?[0-9.]+)`).exec(summary)?.[1] ?? "", currency).minor;
      expect(amountBehind("Opening balance")).toBe(openingMinor);
      expect(amountBehind("Closing balance")).toBe(closingMinor);
      for (const [code, sum] of Object.entries(movements)) {
        const known = entryCodes.find((one) => one === code);
        if (!known) throw new Error(`${code} is no code.`);
        expect(amountBehind(textsIn("en", "states")(`ledger.${known}`))).toBe(sum);
      }
    }
  });

  it("as PDF is in the affiliate's language, with their numbers and dates", async () => {
    const { statement } = await bookedShop();
    const bytes = await bytesOf(statement, { language: "de", locale: "de-DE" });
    expect(bytes.includes(pdfString(`Abrechnung für ${name}`))).toBe(true);
    const text = await pdfText(bytes);
    if (text === null) return;
    expect(text).toContain("01.03.2026 bis 31.03.2026");
    expect(text).toMatch(/01\.03\.2026\s+Anfangsguthaben\s+50,00/);
    expect(text).toMatch(/05\.03\.2026\s+Storniert\s+Korrektur\s+-3,00/);
    expect(text).toMatch(/Zusammenfassung in USD/);
  });

  it("as PDF names a deduction and the payment that deducts it in the affiliate's language", async () => {
    const { statement } = await bookedShop();
    const about = { kind: "deduction", reason: "refund", order: "#1001" } as const;
    const payment = { method: "paypal", day: "2026-03-25" } as const;
    const state = { kind: "deduction", state: "paid", payment } as const;
    const amounts = { amountMinor: -5n, balanceMinor: -5n };
    const line = { day: "2026-03-01", code: "reversed", about, ...amounts, state };
    const sections = [
      { currency: "USD", openingMinor: 0n, closing: nothing, lines: () => pagesOf([[line]]) },
    ];
    const text = vi.spyOn(Pdf.prototype, "text");
    await bytesOf({ ...statement, sections }, { language: "de", locale: "de-DE" });
    const written = text.mock.calls.map(([one]) => one);
    text.mockRestore();
    expect(written).toContain("Abzug: Erstattung von #1001");
    expect(written).toContain("Abgezogen, PayPal 25.03.2026");
  });

  it.each(["山田 太郎", "김민준", "王小明", "דנה כהן", "محمد علي", "สมชาย", "अनन्या", "Ada 🦊"])(
    "as PDF of %s says whose it is without a letter that its font does not have",
    async (affiliateName) => {
      const { statement } = await bookedShop();
      const about = { kind: "order", order: "注文1001" } as const;
      const amounts = { amountMinor: 5n, balanceMinor: 5n };
      const line = { day: "2026-03-01", code: "earned", about, ...amounts, state: null };
      async function* lines() {
        await Promise.resolve();
        yield [line];
      }
      const sections = [{ currency: "USD", openingMinor: 0n, closing: nothing, lines }];
      const bytes = await bytesOf({ ...statement, shopName: `店 ${affiliateName}`, affiliateName, sections });
      expect(bytes.includes(pdfString(`Statement of ${affiliateName}`))).toBe(true);
      const text = await pdfText(bytes);
      if (text === null) return;
      expect(text).toContain(`Affiliate ${statement.affiliateId}`);
      expect(text).toContain("has the full name");
      expect(text).toContain("mugs.example");
      expect(text).toContain("Order …1001");
      expect(text).not.toContain(affiliateName);
    },
  );

  it("shows no other affiliate's entries, and nothing of another shop's affiliate", async () => {
    const { zoned, statement } = await bookedShop();
    expect(await textOf(statement)).not.toContain("2026-04");
    const stranger = await makeSellingShop();
    const asked = { affiliateId: stranger.affiliateId, ...instantsOf(zoned, span) };
    expect(await readStatement(zoned, asked, takeNothing)).toMatchObject({ refused: "not-found" });
  });

  it("keeps a spreadsheet from running a text as a formula", async () => {
    const shop = await makeSellingShop();
    const section = {
      currency: "USD",
      openingMinor: 0n,
      closing: nothing,
      lines: () => oneLine({ kind: "adjustment" }, "=cmd|'/c'!A1"),
    };
    const { domain, affiliateId } = shop;
    const names = { shopName: domain, shopDomain: domain, affiliateId, affiliateName: "A" };
    const statement = { ...names, ...span, sections: [section] };
    const text = await textOf(statement);
    expect(text).toContain(`"'=cmd|'/c'!A1"`);
    expect(text).toContain(`"-0.05","-0.05"`);
  });

  it("of many thousand lines is written in little memory", async () => {
    const lines = Array.from({ length: 100 }, (_, index) => {
      return {
        day: "2026-03-01",
        code: "earned",
        about: { kind: "order" as const, order: `#${index}` },
        amountMinor: 1n,
        balanceMinor: 1n,
        state: null,
      };
    });
    const section = {
      currency: "USD",
      openingMinor: 0n,
      closing: nothing,
      lines: async function* pages() {
        for (let page = 0; page < 40; page += 1) {
          await Promise.resolve();
          yield lines;
        }
      },
    };
    const affiliateId = "aff_1" as AffiliateId;
    const names = { shopName: "Shop", shopDomain: "shop.example", affiliateId, affiliateName: "A" };
    const statement = { ...names, ...span, sections: [section] };
    let [parts, largest] = [0, 0];
    for await (const part of statementPdf(statement, englishReader)) {
      parts += 1;
      largest = Math.max(largest, part.byteLength);
    }
    // Each page leaves before the next is read, so no part grows with the statement.
    expect(parts).toBeGreaterThanOrEqual(40);
    expect(largest).toBeLessThan(100_000);
  });
});
