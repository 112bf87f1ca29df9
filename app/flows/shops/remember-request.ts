import { db } from "#app/platform/db.server.ts";
import {
  claimRequest,
  dropRequest,
  findRequest,
  keepAnswer,
  type StoredRequest,
} from "#app/store/idempotent-requests.ts";

const dayMs = 86_400_000;

type EarlierRequest =
  { state: "new" | "running" | "other" } | { state: "done"; status: number; answer: unknown };

/** Claims an idempotency key for 24 h, or returns the state of the request that holds it. */
export async function beginIdempotent(held: StoredRequest, now: Date): Promise<EarlierRequest> {
  if (await claimRequest(db(), held, now, new Date(now.getTime() - dayMs))) return { state: "new" };
  const before = await findRequest(db(), held);
  if (!before || before.requestHash !== held.requestHash) return { state: before ? "other" : "running" };
  if (before.status === null) return { state: "running" };
  return { state: "done", status: before.status, answer: before.answer };
}

export async function finishIdempotent(held: StoredRequest, status: number, answer: unknown): Promise<void> {
  await keepAnswer(db(), held, status, answer);
}

export async function forgetIdempotent(held: StoredRequest): Promise<void> {
  await dropRequest(db(), held);
}
