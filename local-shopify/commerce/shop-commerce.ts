import type { Order } from "./order-types.ts";
import type { Cart, CommerceSettings, Customer, Discount, Product } from "./types.ts";

/** The commerce half of one shop; the platform half of the state keeps it under the shop's domain. */
export interface ShopCommerce {
  settings: CommerceSettings;
  products: Product[];
  customers: Customer[];
  discounts: Discount[];
  orders: Order[];
  carts: Record<string, Cart>;
  /** Number of the next order; the first is 1001. */
  nextOrderNumber: number;
}
