import type { Catalogs } from "../catalog-types.ts";
import { portal } from "./portal.ts";

export const de: Catalogs = { portal };
