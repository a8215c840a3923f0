const Z = 1.959963984540054; // 97.5 % of the normal distribution

/** Wilson's 95 % interval of a share: [low, high], and the share itself; of nothing, all that can be. */
export function wilson(hits, total) {
  if (total === 0) return { rate: null, low: 0, high: 1 };
  const rate = hits / total;
  const spread = Z * Math.sqrt((rate * (1 - rate)) / total + (Z * Z) / (4 * total * total));
  const middle = rate + (Z * Z) / (2 * total);
  const scale = 1 + (Z * Z) / total;
  return { rate, low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) };
}
