import { z } from "zod";

/** The cart's attribute holds no more, so a longer list is not genuine. */
const mostClicks = 10;

/**
 * Event that the web pixel sends when a checkout is completed. It comes from a visitor's browser, so it is
 * untrusted: a signal to be verified. Unknown fields are dropped.
 */
const pixelEventShape = z.object({
  accountID: z.string().max(100),
  eventId: z.string().regex(/^[\w.:-]{1,128}$/),
  occurredAt: z.iso.datetime({ offset: true }),
  checkoutToken: z.string().regex(/^[\w-]{1,128}$/),
  /** A numeric id, or the platform's global id that ends in it. */
  orderId: z
    .string()
    .max(100)
    .regex(/(^|\/)\d{1,20}$/)
    .nullable(),
  clickIds: z.array(z.string().max(256)).min(1).max(mostClicks),
  clickSource: z.enum(["cart", "storage"]),
});

export type PixelEvent = z.output<typeof pixelEventShape>;

/** Parses an event. Null for any other body. */
export function readPixelEvent(body: Uint8Array): PixelEvent | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return pixelEventShape.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}
