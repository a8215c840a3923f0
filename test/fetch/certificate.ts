/** Certificates for tests on loopback. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** Made by the test, for the test; `days` 0 makes one that has ended a second later. */
export function selfSigned(name: string, days = 2): { key: string; certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), "bartree-tls-"));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`, "-days", "2"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl("req", "-x509", ...kind, "-keyout", key, "-out", certificate, ...names);
  if (days === 0) openssl("x509", "-in", certificate, "-signkey", key, "-days", "0", "-out", certificate);
  const made = { key: readFileSync(key, "utf8"), certificate: readFileSync(certificate, "utf8") };
  rmSync(folder, { recursive: true });
  return made;
}

function openssl(...args: string[]): void {
  execFileSync("openssl", args, { stdio: "pipe", timeout: 10_000 });
}
