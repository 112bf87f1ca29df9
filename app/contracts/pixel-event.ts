import { z } from "zod";

/** More than the cart's attribute holds is not honest. */
const mostClicks = 10;

/**
 * What the web pixel sends when a checkout is completed. All of it comes from a visitor's browser: it is evidence to be
 * checked, and never money. Fields that are not named here are let go.
 */
const pixelEventShape = z.object({
  accountID: z.string().max(100),
  eventId: z.string().regex(/^[\w.:-]{1,128}$/),
  occurredAt: z.iso.datetime({ offset: true }),
  checkoutToken: z.string().regex(/^[\w-]{1,128}$/),
  /** A number, or the platform's global id that ends in it. */
  orderId: z
    .string()
    .max(100)
    .regex(/(^|\/)\d{1,20}$/)
    .nullable(),
  clickIds: z.array(z.string().max(256)).min(1).max(mostClicks),
  clickSource: z.enum(["cart", "storage"]),
});

export type PixelEvent = z.output<typeof pixelEventShape>;

/** The event of a body; null for anything else. */
export function readPixelEvent(body: Uint8Array): PixelEvent | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return pixelEventShape.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}
