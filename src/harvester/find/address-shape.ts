/** Two addresses are built alike if they differ in numbers, or in the last step of their paths. */
export function shapeOf(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  const slash = pathname.endsWith("/") ? "/" : "";
  const steps = (slash ? pathname.slice(0, -1) : pathname).split("/");
  const last = steps.pop() ?? "";
  const ending = /\.[a-z0-9]{2,5}$/i.exec(last)?.[0] ?? "";
  const parameters = [...searchParams.keys()].sort().join("&");
  return `${origin}${steps.join("/").replace(/\d+/g, "#")}/${last === "" ? "" : "*"}${ending}${slash}?${parameters}`;
}
