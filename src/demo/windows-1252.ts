/** The characters of 0x80–0x9F that the demo's texts use; the others are the bytes of their code points. */
const HIGH: Readonly<Record<string, number>> = {
  "€": 0x80,
  "…": 0x85,
  Š: 0x8a,
  "‘": 0x91,
  "’": 0x92,
  "“": 0x93,
  "”": 0x94,
  "–": 0x96,
  "—": 0x97,
};

export function windows1252(text: string): Buffer {
  return Buffer.from(
    [...text].map((character) => {
      const byte = HIGH[character] ?? character.charCodeAt(0);
      if (byte > 0xff) throw new Error(`windows-1252 has no “${character}”.`);
      return byte;
    }),
  );
}
