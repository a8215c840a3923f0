/**
 * A page as if its site told machines nothing: no meta tags, no JSON-LD, no microdata. All offsets stay, since the accuracy
 * kit holds proofs against the page it knows. What is read there does not depend on where the kit's truth came from.
 */
const blank = (text) => " ".repeat(text.length);

export const withoutMetadata = (html) =>
  html
    .replace(/<meta\b[^>]*>/gi, blank)
    .replace(
      /(<script\b[^>]*application\/ld\+json[^>]*>)([\s\S]*?)(<\/script)/gi,
      (_, open, json, close) => open + blank(json) + close,
    )
    .replace(/\bitem(prop|scope|type|ref|id)\b(?=[^<>]*>)/gi, (name) => `x${name.slice(1)}`);
