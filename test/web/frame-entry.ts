export { parsePage } from "../../src/core/page/parse-page.js";
export { valueText } from "../../src/core/text/value-text.js";
export { boxesOf, tagsFor } from "../../src/web/frame/rects.js";
export { stillCopy } from "../../src/web/frame/still-copy.js";
export { rangeOf, spanOf, textMap } from "../../src/web/frame/text-map.js";
export { displayedTexts, wholeWords } from "../../src/web/frame/words.js";
