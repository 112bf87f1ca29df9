/** Attribution signals: what each of them is. */
export const signals = {
  about: {
    code: "The customer used an affiliate's discount code.",
    customer: "The customer belongs to an affiliate.",
    click: "The customer clicked an affiliate's link.",
    landing: "The visit started on a page with an affiliate's code in its address, such as ?ref=MAYA.",
    pixel: "The web pixel found a click at checkout that the cart had lost.",
    product: "The order has a product assigned to an affiliate.",
    claim: "You accepted an affiliate's claim.",
    renewal: "An affiliate was credited with the first order of the subscription.",
    tag: "An affiliate's code is in the order's tags or note, or in the customer's tags.",
    none: "No affiliate link or code was found.",
  },
} as const;
