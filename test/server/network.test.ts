import { expect, it } from "vitest";
import { networkOf } from "../../src/server/network.js";

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["::1", "::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["", ""],
  ["unknown", "unknown"],
  ["x".repeat(5000), "x".repeat(100)],
])("%s is of %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
