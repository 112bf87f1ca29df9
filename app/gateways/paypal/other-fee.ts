/** What PayPal keeps of a payment in another currency than it pays, for people to read; '' where it keeps none. */
export function otherFeeText(value: string, feeCurrency: string, currency: string): string {
  if (feeCurrency === currency || Number(value) === 0) return "";
  return `${value.replace(/^-/, "")} ${feeCurrency}`.trim().slice(0, 40);
}
