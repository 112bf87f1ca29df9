import { createHash } from "node:crypto";
import type { State, Store } from "./state.ts";

/** Shared by all modules of the stand-in. `startLocalPaypal` makes it. */
export interface PaypalContext {
  readonly state: State;
  readonly mutate: Store["mutate"];
  readonly store: Store;
  /** The stand-in's time: the machine's, moved by as much as somebody moved it. */
  readonly now: () => Date;
  /** Origin of the stand-in, without a slash at the end. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A state as at the first start, with this run's webhook and funds. */
  readonly firstState: () => State;
  /** Processes what is due, and sends what is due. */
  readonly wake: () => void;
  /** Resolves once no webhook that is due is still to be sent. */
  readonly sent: () => Promise<void>;
}

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A code of PayPal's kind, 13 letters for batches and items and 17 for transactions; the same in every run. */
export function nextCode(state: State, length: number): string {
  state.lastNumber += 1;
  const bytes = createHash("sha256").update(`code ${state.lastNumber}`).digest();
  return [...bytes.subarray(0, length)].map((byte) => letters[byte % letters.length] ?? "A").join("");
}

/** A number from 0 to 1 out of the seeded row (mulberry32): the same switches meet the same calls again. */
export function nextChance(state: State): number {
  state.chance = (state.chance + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state.chance ^ (state.chance >>> 15), 1 | state.chance);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** A moment as PayPal writes it: UTC, whole seconds. */
export function moment(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19)}Z`;
}

export function later(iso: string, milliseconds: number): string {
  return new Date(Date.parse(iso) + milliseconds).toISOString();
}
