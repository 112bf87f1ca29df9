import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ImportChoices, ProgramChoice } from "#app/domain/imports/import-reading.ts";
import { db } from "#app/platform/db.server.ts";
import { listMemberships } from "#app/store/affiliates.ts";
import { findProgram, listPrograms, termsFor } from "#app/store/programs.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import {
  checkFile,
  csvFile,
  faultsOf,
  type Merchant,
  rowsOfFile,
  runFile,
  undoFile,
} from "../../support/import-file.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { workbookOf } from "../../support/workbook.ts";

const create = (name: string, value: string, kind: "percentage" | "fixed" = "percentage"): ProgramChoice => ({
  as: "create",
  name,
  kind,
  value,
});

type Pays = Readonly<Record<string, { readonly program: string; readonly pays: string }>>;
type Case = {
  readonly system: string;
  readonly bytes: Buffer;
  readonly questions: readonly (readonly [code: string, what: string])[];
  readonly choices: ImportChoices;
  readonly expected: Pays;
};

const upPromote: Case = {
  system: "uppromote",
  bytes: workbookOf([
    [
      ..."first_name last_name email date_created signup_source status verified country".split(" "),
      ..."referral_link coupons payment_info program_name commission_rate".split(" "),
    ],
    [
      ..."Zoë|Núñez|ZOE@x.example|2025-04-21 11:49 AM|Affiliate sign-up form|Active|yes|ES".split("|"),
      ..."https://shop.example/?sca_ref=310.AbCdEf1234|ZOE10|PayPal|Default program|10%".split("|"),
    ],
    [
      ..."小龍|李|lee+vip@x.example|2025-05-02 09:00 AM|manual|Inactive||HK".split("|"),
      ..."https://shop.example/?sca_ref=311.Qw|||VIP|15%".split("|"),
    ],
  ]),
  questions: [
    ["program_missing", "Default program"],
    ["program_missing", "VIP"],
  ],
  choices: {
    programs: { "default program": create("Default program", "10"), vip: create("VIP", "15") },
  },
  expected: {
    "zoe@x.example": { program: "Default program", pays: "10%" },
    "lee+vip@x.example": { program: "VIP", pays: "15%" },
  },
};

const goAffPro: Case = {
  system: "goaffpro",
  bytes: csvFile(
    "\uFEFFID,Name,First Name,Last Name,Email Address,Phone,Status,Referral Code,Referral Link,Coupon Code,Group,Commission Rate,Total Commission,Date Created",
    '7,Ada L,Ada,L,ada@x.example,,approved,ADA,https://shop.example/?ref=ada,"ADA5, ADA9",Gold,12.5,100.00,2025-01-02',
    "8,Bob,Bob,,bob@x.example,,approved,BOB,https://shop.example/?ref=bob,,Gold,20,0.00,2025-01-03",
    "9,Cy,Cy,,cy@x.example,,blocked,?,,,,12.5,0.00,2025-01-04",
  ),
  questions: [
    ["program_missing", "Gold"],
    ["program_missing", "GoAffPro"],
  ],
  choices: { programs: { gold: create("Gold", "12.5"), "": { as: "usual" } } },
  expected: {
    "ada@x.example": { program: "Gold", pays: "12.5%" },
    "bob@x.example": { program: "Gold", pays: "20%" },
    "cy@x.example": { program: "", pays: "" },
  },
};

const bixGrow: Case = {
  system: "bixgrow",
  bytes: csvFile(
    "Email;First Name;Last Name;City;State;Program;Referral code;Payment Method;Payment Info;Coupons;Status;Date created;Last login;Rate",
    "maría@x.example;María;Peña;Madrid;;Creadoras;MARIA;PayPal;;;Approved;2025-03-01 10:00:00;;€5",
    "eva@x.example;Eva;Ruiz;Lugo;;Creadoras;EVA;PayPal;;;Pending;2025-03-02 10:00:00;;$5.00",
  ),
  questions: [["program_missing", "Creadoras"]],
  choices: { programs: { creadoras: create("Creadoras", "5", "fixed") } },
  expected: {
    // The rate in euros is a note, because the store sells in dollars.
    "maría@x.example": { program: "Creadoras", pays: "5.00" },
    "eva@x.example": { program: "Creadoras", pays: "5.00" },
  },
};

const affiliateWp: Case = {
  system: "affiliatewp",
  bytes: csvFile(
    "Affiliate ID,Email,First Name,Last Name,Payment Email,Username,Rate,Rate Type,Flat Rate Basis,Earnings,Unpaid Earnings,Referrals,Visits,Conversion Rate,Status,Date Registered",
    '"1","ann@x.example","Ann","O\\\'Neil","pay@x.example","ann","0.2","percentage","per_product","10","5","1","9","11%","active","2024-02-03 04:05:06"',
    '"2","ben@x.example","Ben","B","ben@x.example","ben","0.25","percentage","per_product","0","0","0","0","0%","active","2024-02-04 04:05:06"',
    '"3","cat@x.example","Cat","C","cat@x.example","cat","4.5","flat","per_order","0","0","0","0","0%","inactive","2024-02-05 04:05:06"',
  ),
  questions: [["program_missing", "AffiliateWP"]],
  choices: { programs: { "": create("AffiliateWP", "20") } },
  expected: {
    "ann@x.example": { program: "AffiliateWP", pays: "20%" },
    "ben@x.example": { program: "AffiliateWP", pays: "25%" },
    "cat@x.example": { program: "AffiliateWP", pays: "4.50" },
  },
};

const dub: Case = {
  system: "dub",
  bytes: csvFile(
    "ID,Name,Email,Country,Status,Enrolled at,Payouts enabled at,Description,Group,Commission rate",
    "pn_1,Dee,dee@x.example,US,approved,2025-06-01T10:00:00.000Z,,Blog,Creators,30%",
    "pn_2,Eli,eli@x.example,US,banned,2025-06-02T10:00:00.000Z,,,Creators,30%",
  ),
  questions: [["program_missing", "Creators"]],
  choices: { programs: { creators: create("Creators", "30") } },
  expected: {
    "dee@x.example": { program: "Creators", pays: "30%" },
    "eli@x.example": { program: "Creators", pays: "30%" },
  },
};

/** Rate of each affiliate in their program. */
async function paysOf({ shopId }: Merchant): Promise<Pays> {
  const people = await db().select().from(affiliates).where(eq(affiliates.shopId, shopId));
  const pays: Record<string, Pays[string]> = {};
  for (const { affiliateId, emailKey } of people) {
    const [membership] = await listMemberships(db(), shopId, [affiliateId]);
    const program = membership && (await findProgram(db(), shopId, membership.programId));
    if (!program) {
      pays[emailKey] = { program: "", pays: "" };
      continue;
    }
    const { commission } = (await termsFor(db(), program, affiliateId)).terms;
    const rate = commission.kind === "percentage" ? `${commission.rateBps / 100}%` : "";
    const fixed =
      commission.kind === "fixed" ? `${Number(commission.amount.minor) / 100}`.padEnd(4, "0") : "";
    pays[emailKey] = { program: program.name, pays: rate || fixed.replace(/^(\d)0+$/, "$1.00") };
  }
  return pays;
}

describe("affiliates of a system, with their programs and rates", () => {
  it.each([upPromote, goAffPro, bixGrow, affiliateWp, dub])(
    "are imported from $system, and undone",
    async ({ system, bytes, questions, choices, expected }) => {
      const merchant = await makeMerchant();
      const own = Object.keys(await paysOf(merchant));
      const first = await checkFile(merchant, bytes);
      expect(first).toMatchObject({ system, kind: "affiliates" });
      expect(first.checked).toEqual({
        questions: questions.map(([code, what]) => ({ setting: "programs", code, what })),
      });
      const { importId, checked } = await checkFile(merchant, bytes, choices);
      expect(checked).toEqual({ questions: null });
      const count = Object.keys(expected).length;
      const created = Array.from({ length: count }, (_, at) => [at + 2, "create", "affiliate_new"]);
      expect(await rowsOfFile(merchant, importId)).toEqual(created);
      await runFile(merchant, importId);
      expect(await rowsOfFile(merchant, importId)).toEqual(created);
      const pays = await paysOf(merchant);
      expect(Object.fromEntries(Object.entries(pays).filter(([email]) => !own.includes(email)))).toEqual(
        expected,
      );
      expect(await faultsOf(merchant)).toEqual([]);

      await undoFile(merchant, importId);
      const programs = await listPrograms(db(), merchant.shopId, { filter: {}, limit: 10, offset: 0 });
      expect(programs.map(({ programId }) => programId)).toEqual([merchant.programId]);
      for (const email of Object.keys(expected)) {
        expect((await paysOf(merchant))[email]).toEqual({ program: "", pays: "" });
      }
      expect(await faultsOf(merchant)).toEqual([]);
    },
  );
});
