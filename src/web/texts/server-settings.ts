/** What the settings of a machine do, in Indonesian; `server-sentences.ts` finds them. */
export const SETTINGS_IN_INDONESIAN: readonly (readonly [english: string, indonesian: string])[] = [
  [
    "Where bartree keeps its database, secret and settings.json. Not set: `bartree` in the data folder of the user (`XDG_DATA_HOME`, else `~/.local/share`), open to its owner only.",
    "Tempat bartree menyimpan basis data, rahasia, dan settings.json. Tidak diatur: `bartree` di folder data pengguna (`XDG_DATA_HOME`, atau `~/.local/share`), hanya terbuka bagi pemiliknya.",
  ],
  [
    "The PostgreSQL server to use, 15 or newer. Not set: bartree starts one of its own in `BARTREE_HOME`.",
    "Server PostgreSQL yang dipakai, 15 atau lebih baru. Tidak diatur: bartree menjalankan servernya sendiri di `BARTREE_HOME`.",
  ],
  [
    "How long the work on one page may take: reading, checking, looking for links.",
    "Berapa lama pengolahan satu halaman boleh berlangsung: membaca, memeriksa, mencari tautan.",
  ],
  ["How long learning or healing a template may take.", "Berapa lama mempelajari atau memulihkan templat boleh berlangsung."],
  ["Connections to the database, per process.", "Sambungan ke basis data, per proses."],
  [
    "The address under which people and programs reach the server, also behind another web server: for links and for the Host that is answered. With https, cookies are sent over https only. Not set: the address it listens on.",
    "Alamat tempat orang dan program mencapai server, juga di belakang server web lain: untuk tautan dan untuk Host yang dijawab. Dengan https, kuki hanya dikirim lewat https. Tidak diatur: alamat tempat ia mendengarkan.",
  ],
  [
    "Web servers in front of ours whose word is believed about whom they pass on (`X-Forwarded-For`, `-Proto`, `-Host`). Not set: nobody's.",
    "Server web di depan server kami yang dipercaya tentang siapa yang diteruskannya (`X-Forwarded-For`, `-Proto`, `-Host`). Tidak diatur: tidak ada.",
  ],
  [
    "Whom the owner of a visited site can write to; it is sent with every request.",
    "Kepada siapa pemilik situs yang dikunjungi dapat menulis; dikirim bersama setiap permintaan.",
  ],
  [
    "Origins on this machine that may be visited. All other addresses of this machine and of private networks are refused.",
    "Alamat asal di mesin ini yang boleh dikunjungi. Semua alamat lain di mesin ini dan di jaringan pribadi ditolak.",
  ],
  ["Ports that may be visited besides 80 and 443.", "Port yang boleh dikunjungi selain 80 dan 443."],
  [
    "A proxy through which all sites are visited but the loopback origins. The proxy then resolves the names of sites, so bartree cannot see where they lead: it is for the proxy to keep private networks closed.",
    "Proksi untuk mengunjungi semua situs kecuali yang di mesin ini. Proksi itu yang mencari nama situs, jadi bartree tidak melihat ke mana arahnya: proksi itulah yang harus menutup jaringan pribadi.",
  ],
  [
    "Time between two requests to a host, unless the source or the site's robots.txt says otherwise. 0 holds only for the loopback origins.",
    "Jeda antara dua permintaan ke satu situs, kecuali sumber atau robots.txt situs itu berkata lain. 0 hanya berlaku untuk yang di mesin ini.",
  ],
  ["The largest page that is fetched, after decompression.", "Halaman terbesar yang diambil, setelah dimekarkan."],
  ["How long a connection may take.", "Berapa lama sebuah sambungan boleh ditunggu."],
  ["How long an answer may take to begin.", "Berapa lama awal jawaban boleh ditunggu."],
  ["How long a whole answer may take.", "Berapa lama seluruh jawaban boleh ditunggu."],
  ["How many redirects are followed.", "Berapa banyak pengalihan yang diikuti."],
  [
    "How often a page is asked for again, after longer and longer pauses, when a site does not answer or answers with a passing trouble.",
    "Berapa kali sebuah halaman diminta lagi, dengan jeda yang makin lama, bila situs tidak menjawab atau menjawab dengan gangguan sementara.",
  ],
  [
    "The mail server that warnings are sent by. Letters of user and password that an address cannot hold are written as `%` and two digits. Not set: no mail is sent.",
    "Server surel untuk mengirim peringatan. Huruf nama pengguna dan kata sandi yang tidak dapat dimuat alamat ditulis sebagai `%` dan dua digit. Tidak diatur: tidak ada surel yang dikirim.",
  ],
  [
    "Whether mail goes over TLS only, or also without where the server offers none. Not set: required, but for a mail server on this machine.",
    "Apakah surel hanya lewat TLS, atau juga tanpa TLS bila server tidak menawarkannya. Tidak diatur: wajib, kecuali untuk server surel di mesin ini.",
  ],
  [
    "The sender of all mail; it must be set where `BARTREE_SMTP_URL` is.",
    "Pengirim semua surel; harus diatur bila `BARTREE_SMTP_URL` diatur.",
  ],
  [
    "Who is told of the warnings of all sources and gets the digest. Whom to warn of one source alone is a setting of that source.",
    "Siapa yang diberi tahu peringatan semua sumber dan menerima ringkasan. Siapa yang diberi tahu tentang satu sumber adalah setelan sumber itu.",
  ],
  [
    "The hour of the day at which a digest is sent to `BARTREE_MAIL_TO` and to the webhooks of all sources. Not set: none is sent.",
    "Jam pengiriman ringkasan ke `BARTREE_MAIL_TO` dan ke webhook semua sumber. Tidak diatur: tidak dikirim.",
  ],
  ["The time zone of that hour.", "Zona waktu jam itu."],
  [
    "What `serve` and `worker` write to standard error: this level and the graver ones. JSON lines, but plain sentences on a terminal.",
    "Yang ditulis `serve` dan `worker` ke galat standar: tingkat ini dan yang lebih berat. Baris JSON, tetapi kalimat biasa di terminal.",
  ],
  [
    "A `serve` or `worker` whose event loop has stood for so long is ended, with a line in its log that says where it stood. 0: never.",
    "`serve` atau `worker` yang putaran kejadiannya berhenti selama itu diakhiri, dengan satu baris di catatannya yang menyebut di mana ia berhenti. 0: tidak pernah.",
  ],
  [
    "How often in ten minutes `serve` and `worker` are started again when they crash or are killed. 0: never, and without a process beside them; for where systemd or the like does it.",
    "Berapa kali dalam sepuluh menit `serve` dan `worker` dijalankan lagi bila mogok atau dimatikan. 0: tidak pernah, dan tanpa proses pendamping; untuk tempat systemd atau sejenisnya yang melakukannya.",
  ],
  [
    "So many days a stored page stays after no current value stands in it any more; its digest stays for ever. Not set: all pages stay.",
    "Berapa hari halaman tersimpan tetap ada setelah tidak memuat nilai terkini lagi; digestnya tetap selamanya. Tidak diatur: semua halaman tetap ada.",
  ],
  [
    "The Chromium that renders pages of sources with `render`. Not set: the system's, if it has one.",
    "Chromium yang menggambar halaman sumber dengan `render`. Tidak diatur: milik sistem, bila ada.",
  ],
  [
    "Whether root may render pages; Chromium's sandbox does not work for root.",
    "Apakah root boleh menggambar halaman; kotak pasir Chromium tidak berfungsi untuk root.",
  ],
];
