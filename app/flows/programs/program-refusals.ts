import { refuse } from "#app/domain/refusal.ts";

export const noSuchProgram = refuse("not-found", "There is no such program");

export const noWaitingTerms = refuse("not-found", "No new terms are waiting to start");
