/** At most so many of them, evenly spread. */
export function spread<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most);
  return items.filter((_, i) => Math.floor((i + 1) / step) > Math.floor(i / step)).slice(0, most);
}
