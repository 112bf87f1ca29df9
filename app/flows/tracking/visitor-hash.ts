import { hash, randomBytes } from "node:crypto";
import type { ShopId } from "#app/domain/ids.ts";
import { decrypt, encrypt } from "#app/platform/crypto.server.ts";
import { keepSalts, type SealedSalt } from "#app/store/visitor-salts.ts";

/** A visitor before the salt of the day is known. It stays in memory, or sealed on the disk. */
export function visitorOf(address: string, userAgent: string): string {
  return hash("sha256", `${address}\n${userAgent}`, "base64url");
}

type ShopDay = { readonly shopId: ShopId; readonly day: string };

const salts = new Map<string, string>();
const mostSalts = 5000;
const nameOf = ({ shopId, day }: ShopDay): string => `${shopId} ${day}`;

/**
 * How visitors of these days of shops are hashed: with a salt of that shop and day, the same in every process, which is
 * forgotten with the day. Rejects while the database is away and this process does not know the salt.
 */
export async function visitorHasher(
  days: readonly ShopDay[],
): Promise<(day: ShopDay, visitor: string) => string> {
  const named = new Map(days.map((one) => [nameOf(one), one]));
  const unknown = [...named].filter(([name]) => !salts.has(name)).map(([, day]) => day);
  if (unknown.length > 0) await learn(unknown);
  const used = new Map([...named.keys()].map((name) => [name, salts.get(name)]));
  return (day, visitor) => {
    const salt = used.get(nameOf(day));
    if (salt === undefined) throw new Error("A salt that was just kept is not there.");
    return hash("sha256", `${salt}\n${visitor}`, "base64url");
  };
}

async function learn(days: readonly ShopDay[]): Promise<void> {
  const offered = days.map(({ shopId, day }) => ({ shopId, day, sealed: newSalt({ shopId, day }) }));
  const kept = await keepSalts(offered);
  if (salts.size > mostSalts) salts.clear();
  const newest = kept.reduce((latest, { day }) => (day > latest ? day : latest), "");
  forgetBefore(newest);
  for (const one of kept) salts.set(nameOf(one), opened(one));
}

/** Yesterday is still needed where it is not over everywhere, and for what waited on the disk. */
function forgetBefore(newest: string): void {
  const yesterday = new Date(Date.parse(`${newest}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  for (const name of salts.keys()) if (name.slice(-10) < yesterday) salts.delete(name);
}

function newSalt(day: ShopDay): string {
  return encrypt(randomBytes(32).toString("base64url"), `visitors ${nameOf(day)}`);
}

function opened({ sealed, ...day }: SealedSalt): string {
  return decrypt(sealed, `visitors ${nameOf(day)}`);
}
