import type { Dispute, OrderEdit, OrderReturn } from "./edit-types.ts";
import type { Order } from "./order-types.ts";
import type { StoreCreditBooks } from "./store-credit-types.ts";
import type {
  Cart,
  Collection,
  CommerceSettings,
  Customer,
  Discount,
  Product,
  SellingPlan,
} from "./types.ts";

/** The commerce half of one shop; the platform half of the state keeps it under the shop's domain. */
export interface ShopCommerce {
  settings: CommerceSettings;
  products: Product[];
  customers: Customer[];
  discounts: Discount[];
  orders: Order[];
  /** Absent in the memory of a platform from before it knew them; likewise the next six. */
  collections?: Collection[];
  sellingPlans?: SellingPlan[];
  edits?: OrderEdit[];
  returns?: OrderReturn[];
  disputes?: Dispute[];
  storeCredit?: StoreCreditBooks;
  /** Sales channels that brought orders, by the order; no webhook tells them. */
  attributions?: Record<number, { handle: string; displayName: string }>;
  carts: Record<string, Cart>;
  /** Number of the next order; the first is 1001. */
  nextOrderNumber: number;
}
