import type { Actor } from "#app/domain/actor.ts";
import type { ShopId, StaffId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { saveStaff, type StaffMember } from "#app/store/staff.ts";

/** The person of an online token, with Shopify's fields. */
export type PlatformUser = {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  account_owner: boolean;
};

/** Saves a staff member, so their actions carry their name. */
export async function saveStaffMember(shopId: ShopId, user: PlatformUser, now: Date): Promise<StaffMember> {
  const member: StaffMember = {
    shopId,
    staffId: String(user.id) as StaffId,
    name: `${user.first_name} ${user.last_name}`.trim() || user.email,
    email: user.email,
    accountOwner: user.account_owner ? 1 : 0,
    seenAt: now,
  };
  await saveStaff(db(), member);
  return member;
}

/** A staff member as an actor. */
export function staffActor(member: StaffMember): Actor {
  return { kind: "staff", id: member.staffId, name: member.name, email: member.email };
}
