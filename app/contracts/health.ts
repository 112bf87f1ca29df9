import { z } from "zod";

/** What is posted on Settings ▸ Health. */
export const healthForm = z.object({ intent: z.literal("test-email", "Must be test-email") });
