/**
 * The local platform's memory, and the one file that keeps it. Every change goes through `mutate`, which saves soon
 * after: to a temporary file first, then renamed, so a crash leaves either the old state or the new one.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ShopCommerce } from "./commerce/shop-commerce.ts";

export interface Staff {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  accountOwner: boolean;
  locale: string;
  /** Scopes of what this person may do in the admin; everything where it is missing. */
  permittedScopes?: string[];
}

/** The app on one shop: it exists from consent until the merchant uninstalls. */
export interface Installation {
  id: number;
  scopes: string[];
  installedAt: string;
  /** The app's web pixel, once the app has switched it on; its settings are JSON text. */
  webPixel: { id: number; settings: string } | null;
}

export interface ShopState extends ShopCommerce {
  id: number;
  domain: string;
  staff: Staff[];
  installation: Installation | null;
  uninstalledAt: string | null;
}

export interface AuthorizationCode {
  code: string;
  shop: string;
  scopes: string[];
  /** The staff member of an online grant; null asks for the shop's offline token. */
  staffId: number | null;
  expiresAt: string;
}

export interface AccessToken {
  token: string;
  shop: string;
  scopes: string[];
  staffId: number | null;
  createdAt: string;
  /** Null is the old kind of offline token, which lives until the app is uninstalled. */
  expiresAt: string | null;
}

export interface RefreshToken {
  token: string;
  shop: string;
  scopes: string[];
  expiresAt: string;
  /** The refresh token this one replaced: it stays good until this one is used for the first time. */
  replaces: string | null;
}

export interface DeliveryAttempt {
  at: string;
  status: number | null;
  milliseconds: number;
  error: string | null;
}

export type DeliveryState = "pending" | "delivered" | "failed" | "dropped";

export interface Delivery {
  id: string;
  eventId: string;
  shop: string;
  topic: string;
  address: string;
  apiVersion: string;
  /** Name of the subscription, where the app's configuration gives it one. */
  name: string | null;
  body: string;
  triggeredAt: string;
  state: DeliveryState;
  nextAttemptAt: string;
  attempts: DeliveryAttempt[];
}

export interface Mail {
  id: number;
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
}

/** Faults of a store credit mutation: the first two before it takes effect, the others after. */
export type StoreCreditFault = "error" | "throttled" | "errorAfter" | "silence" | "cut";

/** Faults and delays that a person or a test turns on. */
export interface Switches {
  /** How many more times every webhook is sent. */
  duplicate: number;
  delayMs: number;
  /** Deliveries wait a random time of up to two seconds, so that they overtake each other. */
  shuffle: boolean;
  /** Nothing is sent; the log shows what was lost. */
  drop: boolean;
  /** `forbidden`: the call comes from an address outside the app's IP allowlist. */
  graphql: "normal" | "throttled" | "error" | "forbidden";
  /** The app may not run bulk operations. */
  bulkDenied?: boolean;
  /** Customers and addresses are null in the Admin API and in webhooks, as for an app that is not approved for them. */
  withhold: boolean;
  /** How many of the next changes of store credit meet each of these. */
  storeCredit?: Partial<Record<StoreCreditFault, number>>;
  /** The retries that take four hours on the platform take four hours divided by this. */
  retrySpeedUp: number;
}

export interface State {
  version: 1;
  lastId: number;
  shops: Record<string, ShopState>;
  codes: AuthorizationCode[];
  accessTokens: AccessToken[];
  refreshTokens: RefreshToken[];
  deliveries: Delivery[];
  mails: Mail[];
  switches: Switches;
}

export interface Store {
  readonly state: State;
  /** Runs the change at once and saves the state soon after; answers what the change answers. */
  mutate<T>(change: (state: State) => T): T;
  /** The next number of the platform-like, ever-growing kind. */
  nextId(): number;
  /** Forgets everything and starts with this state. */
  replace(state: State): void;
  /** Writes what is not yet written. */
  flush(): void;
}

export const calmSwitches: Switches = {
  duplicate: 0,
  delayMs: 0,
  shuffle: false,
  drop: false,
  graphql: "normal",
  withhold: false,
  bulkDenied: false,
  storeCredit: {},
  retrySpeedUp: 60,
};

/** A platform nobody has used yet; the caller adds its shops. */
export function emptyState(): State {
  return {
    version: 1,
    lastId: 7_400_100_000_000,
    shops: {},
    codes: [],
    accessTokens: [],
    refreshTokens: [],
    deliveries: [],
    mails: [],
    switches: { ...calmSwitches },
  };
}

/** The state file cannot be read back; the message says which file, and what to do about it. */
export class StateFileError extends Error {}

const saveDelayMs = 100;

/**
 * Opens the state kept in `file`, or one made by `initial` where there is none yet. Without a file
 * everything lives in memory. Throws StateFileError when the file is there but is not a state.
 */
export function openStore(file: string | null, initial: () => State): Store {
  let state = (file === null ? null : readState(file)) ?? initial();
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (file !== null) writeState(file, state);
  }
  function saveSoon(): void {
    if (file !== null && timer === null) timer = setTimeout(flush, saveDelayMs);
  }

  return {
    get state() {
      return state;
    },
    mutate(change) {
      const answer = change(state);
      saveSoon();
      return answer;
    },
    nextId() {
      // Real ids grow by irregular steps; an app that counts on consecutive ones should fail here too.
      state.lastId += 32_768 + (state.lastId % 7) * 1_024;
      saveSoon();
      return state.lastId;
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
    throw new StateFileError(`The local platform cannot read ${file}.`, { cause: error });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new StateFileError(`The local platform's file ${file} is damaged: delete it to start over.`, {
      cause: error,
    });
  }
  if (!isState(value)) {
    throw new StateFileError(`${file} is not a state of this local platform: delete it to start over.`);
  }
  return value;
}

function isState(value: unknown): value is State {
  return (
    typeof value === "object" &&
    value !== null &&
    "version" in value &&
    value.version === 1 &&
    "shops" in value
  );
}

function writeState(file: string, state: State): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify(state));
  renameSync(temporary, file);
}
