import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, both PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

interface Wish {
  /** `DNS:…` and `IP:…` entries. */
  readonly names: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly isAuthority?: boolean;
  /** Its common name; the first of the names by default. */
  readonly common?: string;
}

const DAY = 86_400_000;

/** Issues valid and invalid certificates with openssl. */
export class CertificateAuthority {
  readonly #folder = mkdtempSync(join(tmpdir(), 'authority-'));
  readonly #identity: Identity;
  #issued = 0;

  constructor(identity?: Identity) {
    this.#identity = identity ?? this.selfSigned('Test Authority', 'CA:TRUE');
    this.#write('ca.pem', this.#identity.cert);
    this.#write('ca.key', this.#identity.key);
    this.#write('index.txt', '');
    this.#write('serial', '1000');
    this.#write(
      'ca.conf',
      `[ca]\ndefault_ca=d\n[d]\ndatabase=${this.#path('index.txt')}\nserial=${this.#path('serial')}\n` +
        `new_certs_dir=${this.#folder}\ndefault_md=sha256\npolicy=p\nunique_subject=no\n[p]\ncommonName=supplied\n`,
    );
  }

  /** The authority's own certificate, PEM. */
  get pem(): string {
    return this.#identity.cert;
  }

  /** A certificate issued by this authority. */
  issue({
    names,
    from = new Date(Date.now() - DAY),
    to = new Date(Date.now() + 90 * DAY),
    isAuthority,
    common = names.split(',')[0]?.replace(/^\w+:/, ''),
  }: Wish): Identity {
    const name = `leaf${this.#issued++}`;
    this.#openssl(
      'req',
      '-new',
      ...newKey(this.#path(`${name}.key`)),
      '-utf8',
      '-subj',
      `/CN=${common ?? name}`,
      '-out',
      this.#path(`${name}.csr`),
    );
    this.#write(`${name}.ext`, `subjectAltName=${names}\nbasicConstraints=CA:${isAuthority ? 'TRUE' : 'FALSE'}\n`);
    // prettier-ignore
    this.#openssl('ca', '-batch', '-notext', '-config', this.#path('ca.conf'), '-cert', this.#path('ca.pem'),
      '-keyfile', this.#path('ca.key'), '-startdate', stamp(from), '-enddate', stamp(to),
      '-extfile', this.#path(`${name}.ext`), '-in', this.#path(`${name}.csr`), '-out', this.#path(`${name}.pem`));
    return this.#read(name);
  }

  /** A self-signed certificate. */
  selfSigned(common: string, constraints = 'CA:FALSE', isNamed = true): Identity {
    const names = isNamed ? ['-addext', `subjectAltName=DNS:${common.replaceAll(' ', '-')}`] : [];
    // prettier-ignore
    this.#openssl('req', '-x509', ...newKey(this.#path('self.key')), '-days', '90', '-subj', `/CN=${common}`,
      ...names, '-addext', `basicConstraints=critical,${constraints}`,
      '-out', this.#path('self.pem'));
    return this.#read('self');
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #openssl(...args: readonly string[]): void {
    execFileSync('openssl', args, { stdio: 'pipe' });
  }

  #read(name: string): Identity {
    const read = (extension: string) => readFileSync(this.#path(`${name}.${extension}`), 'utf8');
    return { cert: read('pem'), key: read('key') };
  }

  #write(name: string, content: string): void {
    writeFileSync(this.#path(name), content);
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

function newKey(path: string): readonly string[] {
  return ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', path];
}

function stamp(date: Date): string {
  return `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
}
