/**
 * Which IP addresses are nobody's public web server.
 *
 * The tables are the IANA registries of special-purpose addresses, all rows, also those the registry calls globally
 * reachable: none of them is a web site. Of IPv6 only 2000::/3 is given out at all, so the rest needs no rows:
 * loopback, mapped and compatible IPv4, NAT64, unique local, link-local, multicast and what is still unassigned lie outside.
 */
import ipaddr from "ipaddr.js";

const SPECIAL_IPV4 = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // shared by carriers
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // not in the registry: a cloud's own services, for its virtual machines only
  "169.254.0.0/16", // link-local, and the clouds' metadata
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // AMT
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarking
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and broadcast
].map((range) => ipaddr.IPv4.parseCIDR(range));

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

const SPECIAL_IPV6 = [
  "2001::/23", // protocol assignments: Teredo, benchmarking, ORCHID, drones
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4: any IPv4 inside
  "2620:4f:8000::/48", // AS112
  "3fff::/20", // documentation
].map((range) => ipaddr.IPv6.parseCIDR(range));

const LOOPBACK_IPV4 = ipaddr.IPv4.parseCIDR("127.0.0.0/8");
const LOOPBACK_IPV6 = ipaddr.IPv6.parse("::1").toNormalizedString();

/** Strict forms only; with a zone (`fe80::1%eth0`) it is an address of one machine's own link. */
export function isPublicAddress(text: string): boolean {
  const address = parsed(text);
  if (address === undefined) return false;
  if (address instanceof ipaddr.IPv4) return !SPECIAL_IPV4.some((range) => address.match(range));
  return address.match(GLOBAL_IPV6) && !SPECIAL_IPV6.some((range) => address.match(range));
}

export function isLoopbackAddress(text: string): boolean {
  const address = parsed(text);
  if (address === undefined) return false;
  return address instanceof ipaddr.IPv4 ? address.match(LOOPBACK_IPV4) : address.toNormalizedString() === LOOPBACK_IPV6;
}

function parsed(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return text.includes(":") && !text.includes("%") && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
}
