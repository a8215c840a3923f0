/** Invented words, names and dates. */

const SYLLABLES = "ba ce di fo gu ha ki lo mu ne pa ri so tu va we xi yo za bel cor dan fen gil hov jun kar lim mor sé".split(
  " ",
);
const MONTHS = "January February March April May June July August September October November December".split(" ");

export function word(random) {
  return Array.from({ length: random.between(2, 3) }, () => random.pick(SYLLABLES)).join("");
}

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Between `least` and `most` words, the first with a capital. */
export function phrase(random, least, most) {
  return capital(Array.from({ length: random.between(least, most) }, () => word(random)).join(" "));
}

export const personName = (random) => `${capital(word(random))} ${capital(word(random))}`;

const DATE_FORMS = [
  (year, month, day) => `${day} ${MONTHS[month]} ${year}`,
  (year, month, day) => `${MONTHS[month]} ${day}, ${year}`,
  (year, month, day) => `${year}-${String(month + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`,
];

export const dateForm = (random) => random.pick(DATE_FORMS);

export const date = (random, form) => form(random.between(1985, 2025), random.below(12), random.between(1, 28));
