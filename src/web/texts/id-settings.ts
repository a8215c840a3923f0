/** What the settings of a machine do, in Indonesian. */
import type { SettingName } from "../../api/settings.js";

export const SETTINGS_IN_INDONESIAN: Readonly<Record<SettingName, string>> = {
  BARTREE_HOME:
    "Tempat bartree menyimpan basis data, rahasia, dan settings.json. Tidak diatur: `bartree` di folder data pengguna (`XDG_DATA_HOME`, atau `~/.local/share`), hanya terbuka bagi pemiliknya.",
  DATABASE_URL:
    "Server PostgreSQL yang dipakai, 15 atau lebih baru. Tidak diatur: bartree menjalankan servernya sendiri di `BARTREE_HOME`.",
  BARTREE_WORK_SECONDS: "Berapa lama pengolahan satu halaman boleh berlangsung: membaca, memeriksa, mencari tautan.",
  BARTREE_LEARN_SECONDS: "Berapa lama mempelajari atau memulihkan templat boleh berlangsung.",
  BARTREE_DATABASE_CONNECTIONS: "Sambungan ke basis data, per proses.",
  BARTREE_PUBLIC_URL:
    "Alamat tempat orang dan program mencapai server, juga di belakang server web lain: untuk tautan dan untuk Host yang dijawab. Dengan https, kuki hanya dikirim lewat https. Tidak diatur: alamat tempat ia mendengarkan.",
  BARTREE_TRUST_PROXY:
    "Server web di depan server kami yang dipercaya tentang siapa yang diteruskannya (`X-Forwarded-For`, `-Proto`, `-Host`). Tidak diatur: tidak ada.",
  BARTREE_CONTACT: "Kepada siapa pemilik situs yang dikunjungi dapat menulis; dikirim bersama setiap permintaan.",
  BARTREE_LOOPBACK_ORIGINS:
    "Alamat asal di mesin ini yang boleh dikunjungi. Semua alamat lain di mesin ini dan di jaringan pribadi ditolak.",
  BARTREE_PORTS: "Port yang boleh dikunjungi selain 80 dan 443.",
  BARTREE_HTTP_PROXY:
    "Proksi untuk mengunjungi semua situs kecuali yang di mesin ini. Proksi itu yang mencari nama situs, jadi bartree tidak melihat ke mana arahnya: proksi itulah yang harus menutup jaringan pribadi.",
  BARTREE_DELAY_MS:
    "Jeda antara dua permintaan ke satu situs, kecuali sumber atau robots.txt situs itu berkata lain. 0 hanya berlaku untuk yang di mesin ini.",
  BARTREE_MAX_PAGE_BYTES: "Halaman terbesar yang diambil, setelah dimekarkan.",
  BARTREE_CONNECT_TIMEOUT_MS: "Berapa lama sebuah sambungan boleh ditunggu.",
  BARTREE_FIRST_BYTE_TIMEOUT_MS: "Berapa lama awal jawaban boleh ditunggu.",
  BARTREE_RESPONSE_TIMEOUT_MS: "Berapa lama seluruh jawaban boleh ditunggu.",
  BARTREE_MAX_REDIRECTS: "Berapa banyak pengalihan yang diikuti.",
  BARTREE_RETRIES:
    "Berapa kali sebuah halaman diminta lagi, dengan jeda yang makin lama, bila situs tidak menjawab atau menjawab dengan gangguan sementara.",
  BARTREE_SMTP_URL:
    "Server surel untuk mengirim peringatan. Huruf nama pengguna dan kata sandi yang tidak dapat dimuat alamat ditulis sebagai `%` dan dua digit. Tidak diatur: tidak ada surel yang dikirim.",
  BARTREE_SMTP_TLS:
    "Apakah surel hanya lewat TLS, atau juga tanpa TLS bila server tidak menawarkannya. Tidak diatur: wajib, kecuali untuk server surel di mesin ini.",
  BARTREE_MAIL_FROM: "Pengirim semua surel; harus diatur bila `BARTREE_SMTP_URL` diatur.",
  BARTREE_MAIL_TO:
    "Siapa yang diberi tahu peringatan semua sumber dan menerima ringkasan. Siapa yang diberi tahu tentang satu sumber adalah setelan sumber itu.",
  BARTREE_DIGEST_HOUR: "Jam pengiriman ringkasan ke `BARTREE_MAIL_TO` dan ke webhook semua sumber. Tidak diatur: tidak dikirim.",
  BARTREE_DIGEST_ZONE: "Zona waktu jam itu.",
  BARTREE_LOG_LEVEL:
    "Yang ditulis `serve` dan `worker` ke galat standar: tingkat ini dan yang lebih berat. Baris JSON, tetapi kalimat biasa di terminal.",
  BARTREE_WATCHDOG_SECONDS:
    "`serve` atau `worker` yang putaran kejadiannya berhenti selama itu diakhiri, dengan satu baris di catatannya yang menyebut di mana ia berhenti. 0: tidak pernah.",
  BARTREE_RESTARTS:
    "Berapa kali dalam sepuluh menit `serve` dan `worker` dijalankan lagi bila mogok atau dimatikan. 0: tidak pernah, dan tanpa proses pendamping; untuk tempat systemd atau sejenisnya yang melakukannya.",
  BARTREE_SNAPSHOT_DAYS:
    "Berapa hari halaman tersimpan tetap ada setelah tidak memuat nilai terkini lagi; digestnya tetap selamanya. Tidak diatur: semua halaman tetap ada.",
  CHROMIUM_PATH: "Chromium yang menggambar halaman sumber dengan `render`. Tidak diatur: milik sistem, bila ada.",
  BARTREE_RENDER_AS_ROOT: "Apakah root boleh menggambar halaman; kotak pasir Chromium tidak berfungsi untuk root.",
};
