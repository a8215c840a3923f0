/** Whether a doctype puts the page into quirks mode; it decides only whether a table closes an open paragraph. */
const QUIRKY_PREFIXES =
  /^(?:\+\/\/silmaril\/\/dtd html pro v0r11 19970101\/\/|-\/\/(?:as|advasoft ltd)\/\/dtd html 3\.0 aswedit \+ extensions\/\/|-\/\/ietf\/\/dtd html|-\/\/metrius\/\/dtd metrius presentational\/\/|-\/\/microsoft\/\/dtd internet explorer [23]\.0 |-\/\/netscape comm\. corp\.\/\/dtd (?:strict )?html\/\/|-\/\/o'reilly and associates\/\/dtd html|-\/\/spyglass\/\/dtd html 2\.0 extended\/\/|-\/\/sq\/\/dtd html 2\.0 hotmetal|-\/\/sun microsystems corp\.\/\/dtd hotjava|-\/\/w3c\/\/dtd html (?:3 1995-03-24|3\.2 draft|3\.2 final|3\.2|3\.2s draft|4\.0 frameset|4\.0 transitional|experimental 1996072[24]|experimental 970421)\/\/|-\/\/w3c\/\/dtd w3 html 3\.0\/\/|-\/\/w3o\/\/dtd w3 html 3\.0\/\/|-\/\/webtechs\/\/dtd mozilla html)/;
const QUIRKY_PUBLIC = new Set(["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"]);
const QUIRKY_SYSTEM = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

/** `text` is what stands between "<!doctype" and ">". */
export function isQuirky(text: string): boolean {
  const parts = /^\s*([^\s>]*)\s*(?:(public|system)\s*(?:"([^"]*)"?|'([^']*)'?)?\s*(?:"([^"]*)"?|'([^']*)'?)?)?/i.exec(text);
  if (!parts || parts[1]!.toLowerCase() !== "html") return true;
  const keyword = parts[2]?.toLowerCase();
  if (keyword === undefined) return /^\s*\S+\s+\S/.test(text); // something else stands after the name
  const first = parts[3] ?? parts[4];
  const second = parts[5] ?? parts[6];
  if (first === undefined) return true; // a keyword without its identifier
  const publicId = keyword === "public" ? first.toLowerCase() : "";
  const systemId = keyword === "public" ? second?.toLowerCase() : first.toLowerCase();
  if (QUIRKY_PUBLIC.has(publicId) || systemId === QUIRKY_SYSTEM || QUIRKY_PREFIXES.test(publicId)) return true;
  return systemId === undefined && /^-\/\/w3c\/\/dtd html 4\.01 (?:frameset|transitional)\/\//.test(publicId);
}
