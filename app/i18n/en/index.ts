import { portal } from "./portal.ts";

export const en = { portal } as const;
