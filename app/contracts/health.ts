import { z } from "zod";

/** The form of Settings ▸ Health. */
export const healthForm = z.object({ intent: z.literal("test-email", "Must be test-email") });
