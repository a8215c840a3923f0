/** What the server says of a source, for places that name it already. */
export function withoutName(reason: string, name: string): string {
  const [before = "", ...after] = reason.split(`“${name}”`);
  const rest = [before.replace(/ ?(?:of|on|dari|di) $/, ""), ...after].join("").trimStart();
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
