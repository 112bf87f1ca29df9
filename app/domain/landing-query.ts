const mostNested = 3;
const isAddress = /^(https?:\/)?\//i;

/**
 * The parameters of a landing page's address, followed by those of addresses within it: a discount link names its target
 * in `redirect`, and the referral stands there.
 */
export function landingQuery(landingSite: string | null): URLSearchParams {
  const found = new URLSearchParams();
  let addresses = landingSite === null ? [] : [landingSite];
  for (let depth = 0; depth <= mostNested && addresses.length > 0; depth += 1) {
    const parameters = addresses.flatMap((address) => parametersOf(address));
    for (const [name, value] of parameters) found.append(name, value);
    addresses = parameters.map(([, value]) => value).filter((value) => isAddress.test(value));
  }
  return found;
}

function parametersOf(address: string): [name: string, value: string][] {
  return [...(URL.parse(address, "https://storefront.invalid/")?.searchParams ?? [])];
}
