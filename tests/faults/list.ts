import { credit } from "./credit.ts";
import { engine } from "./engine.ts";
import type { Fault } from "./fault.ts";
import { ledger } from "./ledger.ts";
import { payouts } from "./payouts.ts";

export const faults: readonly Fault[] = [...engine, ...credit, ...ledger, ...payouts];
