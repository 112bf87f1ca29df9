/** The stand-in's memory, and the one file that keeps it. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Movement } from "./books.ts";
import { calmSwitches, type Switches } from "./switch-types.ts";

export type ItemStatus =
  | "PENDING"
  | "SUCCESS"
  | "UNCLAIMED"
  | "ONHOLD"
  | "BLOCKED"
  | "FAILED"
  | "RETURNED"
  | "REFUNDED"
  | "REVERSED";

export type BatchStatus = "PENDING" | "PROCESSING" | "SUCCESS" | "DENIED";

export interface Item {
  id: string;
  batchId: string;
  recipientType: string;
  receiver: string;
  currency: string;
  /** Minor units as text: JSON has no bigint. */
  minor: string;
  feeMinor: string;
  note: string | null;
  senderItemId: string | null;
  /** True if an earlier item of the batch has an equal `senderItemId`. */
  isRepeated: boolean;
  status: ItemStatus;
  transactionId: string;
  activityId: string;
  /** When it is looked at; until then it is PENDING. */
  dueAt: string;
  processedAt: string | null;
  /** Transaction that returned, refunded or reversed the item. */
  reversal: { transactionId: string; at: string } | null;
  error: string | null;
  unclaimedSince: string | null;
}

export interface Batch {
  id: string;
  senderBatchId: string | null;
  emailSubject: string | null;
  emailMessage: string | null;
  currency: string;
  status: BatchStatus;
  createdAt: string;
  startsAt: string;
  completedAt: string | null;
  /** The error that denies the whole batch once it is looked at, or null. */
  denial: string | null;
  holdTransactionId: string;
  releaseTransactionId: string;
  itemIds: string[];
}

export interface Token {
  token: string;
  expiresAt: string;
}

export interface Webhook {
  id: string;
  url: string;
  /** Event names, or "*" for all. */
  eventTypes: string[];
}

export interface Attempt {
  at: string;
  transmissionId: string;
  status: number | null;
  error: string | null;
}

export interface Delivery {
  key: string;
  eventId: string;
  eventType: string;
  webhookId: string;
  url: string;
  body: string;
  state: "pending" | "delivered" | "failed" | "dropped";
  nextAttemptAt: string;
  attempts: Attempt[];
}

export interface State {
  version: 1;
  lastNumber: number;
  /** Where the seeded chances stand. */
  chance: number;
  /** How far the stand-in's clock is from the machine's. */
  clockOffsetMs: number;
  tokens: Token[];
  webhooks: Webhook[];
  batches: Record<string, Batch>;
  items: Record<string, Item>;
  movements: Movement[];
  deliveries: Delivery[];
  switches: Switches;
  signing: { privateKey: string; certificate: string };
}

export interface Store {
  readonly state: State;
  /** Runs the change at once and saves soon after; answers what the change answers. */
  mutate<T>(change: (state: State) => T): T;
  replace(state: State): void;
  flush(): void;
}

export function emptyState(signing: State["signing"]): State {
  return {
    version: 1,
    lastNumber: 0,
    chance: 1,
    clockOffsetMs: 0,
    tokens: [],
    webhooks: [],
    batches: {},
    items: {},
    movements: [],
    deliveries: [],
    switches: structuredClone(calmSwitches),
    signing,
  };
}

/** The state file cannot be read back; the message says which, and what to do about it. */
export class StateFileError extends Error {}

const saveDelayMs = 100;

/** Opens the state kept in `file`, or a first one. Without a file all lives in memory. Throws StateFileError. */
export function openStore(file: string | null, initial: () => State): Store {
  let state = (file === null ? null : readState(file)) ?? initial();
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (file !== null) writeState(file, state);
  }
  return {
    get state() {
      return state;
    },
    mutate(change) {
      const answer = change(state);
      if (file !== null && timer === null) timer = setTimeout(flush, saveDelayMs);
      return answer;
    },
    replace(next) {
      state = next;
      flush();
    },
    flush,
  };
}

function readState(file: string): State | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new StateFileError(`The local PayPal cannot read ${file}.`, { cause: error });
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isState(value)) return value;
  } catch (error) {
    throw new StateFileError(`The local PayPal's file ${file} is damaged: delete it to start over.`, {
      cause: error,
    });
  }
  throw new StateFileError(`${file} is not a state of this local PayPal: delete it to start over.`);
}

function isState(value: unknown): value is State {
  return (
    typeof value === "object" &&
    value !== null &&
    "version" in value &&
    value.version === 1 &&
    "movements" in value
  );
}

function writeState(file: string, state: State): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify(state), { mode: 0o600 });
  renameSync(temporary, file);
}
