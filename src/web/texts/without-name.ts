/** What the server says of a source, for places that name it already. */
export function withoutName(reason: string, name: string): string {
  const rest = reason.replace(`of “${name}” `, "").replace(`“${name}” `, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
