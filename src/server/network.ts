/** Where a request comes from, as limits count it. */
import ipaddr from "ipaddr.js";

const OF_ONE_HOST = 64; // bits: whoever has one address of IPv6 has all that begin alike

/** An IPv4 address, or the first half of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 100); // a socket of this machine has none
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${OF_ONE_HOST}`)}/${OF_ONE_HOST}`;
}
