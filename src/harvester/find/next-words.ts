/** What links to the next page of a list say, in many languages; small letters, marks left out. */
const WORDS = `
next|next page|next posts|older|older posts|older entries|older articles|older news|previous posts|more|more results|load more|show more|see more
nächste|nächste seite|weiter|vor|ältere|ältere beiträge|ältere einträge|mehr|mehr laden
suivant|suivante|page suivante|suivants|articles plus anciens|plus anciens|articles précédents|plus
siguiente|siguientes|página siguiente|pagina siguiente|próximo|próxima|entradas anteriores|entradas antiguas|más antiguas|más
próxima página|seguinte|próximos|posts anteriores|mais antigos|mais antigas|postagens mais antigas|postagens antigas|mais
successiva|successivo|pagina successiva|prossima|prossimo|avanti|articoli meno recenti|più vecchi|post più vecchi|altri
volgende|volgende pagina|oudere|oudere berichten|ouder|meer
berikutnya|selanjutnya|halaman berikutnya|halaman selanjutnya|lanjut|lebih lama|posting lama|tulisan lama|pos pos lama|berita lama|lainnya|seterusnya
następna|następny|następne|dalej|starsze|starsze wpisy|starsze posty|więcej
další|následující|další stránka|následující stránka|starší|starší příspěvky|starší články|více
ďalšia|ďalší|nasledujúca|nasledujúce|staršie|staršie príspevky
следующая|следующий|далее|вперед|вперёд|следующая страница|дальше|старые записи|ранее|предыдущие записи|ещё|еще
наступна|наступний|далі|вперед|старіші записи|наступна сторінка
следваща|следващ|напред|по стари
következő|tovább|régebbi|régebbi bejegyzések|következő oldal
următoarea|următorul|înainte|pagina următoare|mai vechi|articole mai vechi
sljedeća|sljedeći|sledeća|sledeći|naslednja|naprej|dalje|starije|stariji|starejši
seuraava|seuraava sivu|vanhemmat|vanhemmat artikkelit
nästa|nästa sida|äldre|äldre inlägg
næste|næste side|ældre|ældre indlæg|neste|neste side|eldre|eldre innlegg|næsta
επόμενη|επόμενο|επόμενη σελίδα|παλαιότερα|παλιότερα
sonraki|sonraki sayfa|ileri|eski|daha eski|eski yazılar|daha fazla
التالي|التالية|الصفحة التالية|أقدم|المقالات القديمة|المزيد|تالي
بعدی|صفحه بعد|صفحه بعدی|بعد|قدیمی تر|قدیمیتر|نوشته های قدیمی تر|نوشته‌های پیشین|نوشته‌های قدیمی تر
הבא|הבאה|העמוד הבא|ישנים יותר|פוסטים ישנים
अगला|अगला पृष्ठ|आगे|पुराने|পরবর্তী|পরের পাতা|পুরোনো|அடுத்து|அடுத்தது|اگلا|اگلا صفحہ
ถัดไป|หน้าถัดไป|เก่ากว่า|tiếp|tiếp theo|trang sau|sau|trang tiếp|cũ hơn|susunod|kasunod
下一页|下一頁|下页|下頁|后页|後頁|下一篇|更早|更早的文章|较旧的文章|較舊的文章|舊文章|旧文章|后一页|下一步|下一個|下一个|更多
次へ|次|次の|次のページ|次ページ|次頁|前の記事|過去の記事|以前の記事|以前の投稿|古い記事|もっと見る
다음|다음 페이지|다음페이지|이전 글|이전글|오래된 글|더보기|더 보기
sekanti|sekantis|tolesnis|nākamā|nākamais|järgmine|edasi|vanemad|hurrengoa|següent|següents|seguinte|aurrera
`;

const KNOWN: ReadonlySet<string> = new Set(WORDS.split(/[|\n]/).filter((word) => word !== ""));
const MARKS: ReadonlySet<string> = new Set([
  "›",
  "»",
  ">",
  ">>",
  "→",
  "≫",
  "⟩",
  "❯",
  "▶",
  "►",
  "▸",
  "⇒",
  "➔",
  "➡",
  "›››",
  ">>>",
  "⟶",
  "＞",
  "》",
  "〉",
]);
const BEGINNINGS = ["next ", "older ", "go to next ", "goto next "]; // “Next page: 2”, “Go to next page”
const LONGEST = 60;

/** Whether a link that says this may lead to the next page of a list. */
export function saysNext(shown: string): boolean {
  if (shown === "" || shown.length > LONGEST) return false;
  if (MARKS.has(shown.replace(/\s/g, ""))) return true;
  const words = shown
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\u200c]+/gu, " ")
    .trim();
  return KNOWN.has(words) || BEGINNINGS.some((beginning) => words.startsWith(beginning));
}
