import type { Catalogs } from "../catalog-types.ts";
import { home } from "./home.ts";
import { portal } from "./portal.ts";

export const de: Catalogs = { home, portal };
