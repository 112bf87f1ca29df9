import type pg from "pg";
import { toPlain } from "../../app/domain/plain.ts";
import { defaultBase } from "../../app/domain/terms/terms.ts";
import { newId } from "../../app/platform/ids.server.ts";

/** Before the oldest sample anybody has. */
const longAgo = new Date("2000-01-01T00:00:00Z");
export const sellerCode = "FEEDER";

/** An affiliate of an active program at 10 %, from long ago, in the shop of this domain. */
export async function seedSeller(client: pg.Client, domain: string): Promise<void> {
  const now = new Date();
  const given = newId("shp", now);
  await client.query(
    "insert into shops (shop_id, domain, installed_at, created_at) values ($1, $2, $3, $3) on conflict do nothing",
    [given, domain, longAgo],
  );
  const { rows } = await client.query<{ shop_id: string }>("select shop_id from shops where domain = $1", [
    domain,
  ]);
  const shopId = rows[0]?.shop_id ?? given;
  const programId = newId("prg", now);
  const affiliateId = newId("aff", now);
  const terms = {
    commission: { kind: "percentage", rateBps: 1000 },
    base: defaultBase,
    windowDays: 30,
    approvalDays: 30,
  };
  const steps: [string, unknown[]][] = [
    [
      `insert into programs (shop_id, program_id, name, status, version, created_at, updated_at)
        values ($1, $2, 'Feed', 'active', 1, $3, $3)`,
      [shopId, programId, longAgo],
    ],
    [
      `insert into program_versions (shop_id, program_id, version, terms, effective_from, created_by)
        values ($1, $2, 1, $3, $4, 'feed')`,
      [shopId, programId, JSON.stringify(toPlain(terms)), longAgo],
    ],
    [
      `insert into program_status_periods (shop_id, program_id, ordinal, status, since)
        values ($1, $2, 1, 'active', $3)`,
      [shopId, programId, longAgo],
    ],
    [
      `insert into affiliates (shop_id, affiliate_id, name, email, email_key, status, referral_code, code_key,
          created_at, updated_at) values ($1, $2, 'Feeder', 'feeder@example.com', 'feeder@example.com', 'active',
          $3, lower($3), $4, $4)`,
      [shopId, affiliateId, sellerCode, longAgo],
    ],
    [
      "insert into program_members (shop_id, affiliate_id, program_id, joined_at) values ($1, $2, $3, $4)",
      [shopId, affiliateId, programId, longAgo],
    ],
  ];
  // Each row stands on the one before.
  // oxlint-disable-next-line no-await-in-loop
  for (const [sql, values] of steps) await client.query(sql, values);
}
