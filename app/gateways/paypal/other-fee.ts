/** PayPal's fee if it is in another currency than the payment, for people to read. Otherwise empty. */
export function otherFeeText(value: string, feeCurrency: string, currency: string): string {
  if (feeCurrency === currency || Number(value) === 0) return "";
  return `${value.replace(/^-/, "")} ${feeCurrency}`.trim().slice(0, 40);
}
