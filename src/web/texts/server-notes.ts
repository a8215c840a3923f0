/** What the server says beside a draft, a check or a harvest, in Indonesian; `server-sentences.ts` finds them. */
export const NOTES_IN_INDONESIAN: readonly (readonly [english: string, indonesian: string])[] = [
  // Drafts
  ["Nothing could be learnt from these labels yet.", "Belum ada yang dapat dipelajari dari label-label ini."],
  [
    "1 other page is too few to tell the template from this one page; values stay provisional.",
    "1 halaman lain terlalu sedikit untuk membedakan templat dari halaman ini; nilainya tetap sementara.",
  ],
  [
    "{n} other pages are too few to tell the template from this one page; values stay provisional.",
    "{n} halaman lain terlalu sedikit untuk membedakan templat dari halaman ini; nilainya tetap sementara.",
  ],
  ["It is not on the page as it was given.", "Teks itu tidak ada di halaman seperti yang diberikan."],
  [
    "It stands in several places, and nothing tells yet which one is meant.",
    "Teks itu ada di beberapa tempat, dan belum jelas yang mana yang dimaksud.",
  ],
  ["On its own page it is read as {name}.", "Di halamannya sendiri ia terbaca sebagai {name}."],
  ["1 page read before was looked at; {reason}", "1 halaman yang pernah dibaca dilihat lagi; {reason}"],
  ["{n} pages read before were looked at; {reason}", "{n} halaman yang pernah dibaca dilihat lagi; {reason}"],
  ["none is read otherwise now.", "tidak ada yang kini terbaca lain."],
  ["{n} would be read otherwise now.", "{n} akan terbaca lain."],
  ["none is read otherwise now. {reason}", "tidak ada yang kini terbaca lain. {reason}"],
  ["{n} would be read otherwise now. {reason}", "{n} akan terbaca lain. {reason}"],
  [
    "On {n} a value would be withheld; what is known of it stays.",
    "Di {n} halaman ada nilai yang akan ditahan; yang sudah dikenal tetap ada.",
  ],
  ["The list is one page, as far as we can see.", "Sejauh yang kami lihat, daftarnya satu halaman."],
  [
    "The list goes on by the link that the page itself marks as next.",
    "Daftarnya berlanjut lewat tautan yang ditandai halaman itu sendiri sebagai berikutnya.",
  ],
  ["The list goes on by the link {name}.", "Daftarnya berlanjut lewat tautan {name}."],
  ["The list goes on by number: {pattern}.", "Daftarnya berlanjut menurut nomor: {pattern}."],
  // Why a value is withheld
  [
    "This does not look like a page of the site: most of its usual texts are missing.",
    "Ini tidak tampak seperti halaman situs itu: sebagian besar teks yang biasa tidak ada.",
  ],
  ["Several places here would fit, with different texts.", "Beberapa tempat di sini cocok, dengan teks berbeda."],
  [
    "Not found on this page: no place here has the surroundings it had on the labelled page.",
    "Tidak ditemukan di halaman ini: tidak ada tempat dengan lingkungan seperti di halaman berlabel.",
  ],
  [
    "Its place is empty here, and the text found instead may be another value.",
    "Tempatnya kosong di sini, dan teks yang ditemukan sebagai gantinya mungkin nilai lain.",
  ],
  [
    "At its place stands a text that followed it on the labelled page.",
    "Di tempatnya ada teks yang di halaman berlabel berdiri sesudahnya.",
  ],
  [
    "Found, but it looks different here: its text is built otherwise than on the labelled page.",
    "Ditemukan, tetapi tampak berbeda di sini: susunan teksnya lain daripada di halaman berlabel.",
  ],
  [
    "Found, but other text stands with it here that the labelled page did not have.",
    "Ditemukan, tetapi di sini ada teks lain bersamanya yang tidak ada di halaman berlabel.",
  ],
  [
    "Found, but more of its kind follows here than on the labelled page.",
    "Ditemukan, tetapi di sini ada lebih banyak yang sejenis daripada di halaman berlabel.",
  ],
  [
    "Found, but one of its items, or a text among them, looks different from those on the labelled page.",
    "Ditemukan, tetapi salah satu butirnya, atau teks di antaranya, tampak lain daripada di halaman berlabel.",
  ],
  ["The rules point at different texts here.", "Aturannya menunjuk teks berbeda di sini."],
  ["What stands at the place has neither a letter nor a digit.", "Yang ada di tempatnya tidak memuat huruf maupun angka."],
  ["Not confirmed: one clue leads here, and two are needed.", "Belum pasti: satu petunjuk menuju ke sini, padahal perlu dua."],
  [
    "Not confirmed: only its position leads here, and no text or class beside it.",
    "Belum pasti: hanya letaknya yang menunjuk ke sini, tanpa teks atau kelas di dekatnya.",
  ],
  [
    "Not confirmed: only its number tells it from others like it, and their number is another here.",
    "Belum pasti: hanya urutannya yang membedakannya dari yang serupa, dan jumlahnya lain di sini.",
  ],
  [
    "Other text stands between its values, which stood together on the labelled page.",
    "Ada teks lain di antara nilai-nilainya, yang berdampingan di halaman berlabel.",
  ],
  [
    "Two of its values are read from one place, so one of them may be missing here.",
    "Dua nilainya dibaca dari satu tempat, jadi salah satunya mungkin tidak ada di sini.",
  ],
  [
    "The labelled text stood in several places, and they show different texts here.",
    "Teks berlabel ada di beberapa tempat, dan di sini tempat-tempat itu menampilkan teks berbeda.",
  ],
  ["The labelled pages lead to different texts here.", "Halaman-halaman berlabel menunjuk teks berbeda di sini."],
  [
    "The labelled page leaves open which of several places is meant; label another page or choose the place.",
    "Halaman berlabel belum menentukan tempat mana yang dimaksud; labeli halaman lain atau pilih tempatnya.",
  ],
  [
    "What stands at the place begins with another label than the labelled value, or with none.",
    "Yang ada di tempatnya diawali label lain daripada nilai berlabel, atau tanpa label.",
  ],
  [
    "What stands at the place follows the text that stood before another attribute on the labelled page.",
    "Yang ada di tempatnya mengikuti teks yang di halaman berlabel berdiri di depan nama lain.",
  ],
  [
    "Another attribute is read from the same text here; on the labelled page they stood apart.",
    "Nama lain dibaca dari teks yang sama di sini; di halaman berlabel keduanya terpisah.",
  ],
  [
    "None of the other values has a place here, so this may be no record at all.",
    "Tidak ada nilai lain yang bertempat di sini, jadi mungkin ini bukan rekaman.",
  ],
  ["The page's letters and its declared charset do not fit.", "Huruf halaman tidak sesuai dengan pengodean yang dinyatakannya."],
  ["The site shows the same for a page that does not exist.", "Situs menampilkan hal yang sama untuk halaman yang tidak ada."],
  [
    "Its place is empty here, and its last value stands elsewhere on the page.",
    "Tempatnya kosong di sini, dan nilai terakhirnya ada di tempat lain di halaman ini.",
  ],
  [
    "It and another attribute have each other's last values here.",
    "Nama ini dan nama lain saling bertukar nilai terakhirnya di sini.",
  ],
  [
    "The stored page does not show this value where its proof says; this is a defect of bartree, please report it.",
    "Halaman tersimpan tidak menampilkan nilai ini di tempat yang disebut buktinya; ini cacat bartree, mohon laporkan.",
  ],
  [
    "Nothing was read from this page, so nothing says that its empty places are a record's.",
    "Tidak ada yang terbaca dari halaman ini, jadi tidak pasti tempat-tempat kosongnya milik sebuah rekaman.",
  ],
  // Why a group of a list is no record
  ["the place of a value looks unlike that of the labelled records", "tempat sebuah nilai tidak seperti di rekaman berlabel"],
  ["more text stands where a value should stand alone", "ada teks lebih di tempat nilai yang seharusnya sendiri"],
  ["another label stands before a value", "label lain ada di depan sebuah nilai"],
  ["two places of one attribute show different values", "dua tempat satu nama menampilkan nilai berbeda"],
  ["too little is filled in to tell a record from a heading", "terlalu sedikit isinya untuk membedakan rekaman dari judul"],
  ["the value that tells records apart is missing", "nilai yang membedakan rekaman tidak ada"],
  ["it reads like the header of the list", "terbaca seperti kepala daftar"],
  [
    "the number of rows does not come out, so nobody knows where records begin",
    "jumlah barisnya tidak pas, jadi tidak diketahui di mana rekaman dimulai",
  ],
  [
    "it stands in another part of the page than the labelled records",
    "letaknya di bagian halaman lain daripada rekaman berlabel",
  ],
  // Checks and harvests
  ["it does not look like a page of the site", "tidak tampak seperti halaman situs ini"],
  ["it shows no record, known or new", "tidak menampilkan rekaman, baik yang dikenal maupun yang baru"],
  ["it names no list", "tidak menyebut daftar"],
  ["the page is gone ({status})", "halamannya hilang ({status})"],
  ["it leads to a page that was removed on request", "mengarah ke halaman yang dihapus atas permintaan"],
  ["it leads to another page of the source", "mengarah ke halaman lain dari sumber ini"],
  ["the page's letters and its declared charset do not fit", "huruf halaman tidak sesuai dengan pengodean yang disebutnya"],
  ["It was stopped.", "Dihentikan."],
  ["Version {version}, which was healed, was undone.", "Versi {version}, hasil pemulihan, dibatalkan."],
  [
    "No known record has most of its values displayed any more.",
    "Tidak ada lagi rekaman dikenal yang sebagian besar nilainya ditampilkan.",
  ],
  [
    "No known record has most of its values displayed on its lists any more.",
    "Tidak ada lagi rekaman dikenal yang sebagian besar nilainya ditampilkan di daftarnya.",
  ],
  [
    "No known record has most of its values displayed on the fresh pages.",
    "Tidak ada rekaman dikenal yang sebagian besar nilainya ditampilkan di halaman terbaru.",
  ],
  [
    "Known records contradict every attribute that could be learnt.",
    "Rekaman yang dikenal bertentangan dengan setiap nama yang dapat dipelajari.",
  ],
  [
    "No attribute could be learnt that a known record confirms.",
    "Tidak ada nama yang dapat dipelajari dan ditegaskan rekaman yang dikenal.",
  ],
  [
    "No known record has most of its values displayed on the list any more.",
    "Tidak ada lagi rekaman dikenal yang sebagian besar nilainya ditampilkan di daftar itu.",
  ],
  [
    "Known records contradict every way in which the list could be read.",
    "Rekaman yang dikenal bertentangan dengan setiap cara membaca daftar itu.",
  ],
  [
    "The list could not be learnt in a way that a further known record confirms.",
    "Daftar itu tidak dapat dipelajari dengan cara yang ditegaskan rekaman lain yang dikenal.",
  ],
  // Whoever stands between us and the server
  ["The server answered {status} without a reason.", "Server menjawab {status} tanpa alasan."],
  ["Try again, or look at its log.", "Coba lagi, atau lihat catatannya."],
];
