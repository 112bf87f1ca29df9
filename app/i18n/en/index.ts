import { home } from "./home.ts";
import { portal } from "./portal.ts";

export const en = { home, portal } as const;
