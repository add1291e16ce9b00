import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a validator says of the signatures of a PDF, in its own words, under these authorities (files, PEM). */
export type Validator = (pdf: Uint8Array, authorityFiles: readonly string[]) => string

/**
 * Validators of signatures that others wrote. `script/peers` installs them; where one is missing, and without
 * `script/test --peers`, the reason.
 */
export function validators(): Readonly<Record<'pdfsig' | 'pyHanko', Validator | { readonly skipped: string }>> {
  if (process.env.CAUSEWAY_PEERS !== '1') {
    const skipped = { skipped: 'script/test --peers runs it' }
    return { pdfsig: skipped, pyHanko: skipped }
  }
  const python = join(homedir(), '.cache/causeway-peers/pyhanko/bin/python')
  return {
    pdfsig: spawnSync('pdfsig', ['-v']).status === 0 ? pdfsig : { skipped: 'pdfsig (poppler-utils) is not installed' },
    pyHanko:
      spawnSync(python, ['-c', 'import pyhanko']).status === 0
        ? (pdf, files) => said(python, ['-c', PYHANKO], pdf, files)
        : { skipped: 'pyHanko is not installed' },
  }
}

/** It asks a store of NSS whom to trust, so it is asked about the file alone. */
const pdfsig: Validator = (pdf) => said('pdfsig', ['-nocert'], pdf, [])

function said(program: string, options: readonly string[], pdf: Uint8Array, files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-validator-'))
  try {
    const file = join(folder, 'signed.pdf')
    writeFileSync(file, pdf)
    const { stdout, stderr } = spawnSync(program, [...options, file, ...files], { encoding: 'utf8' })
    return stdout + stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A line for each signature of the file. */
const PYHANKO = `
import sys
from pyhanko.keys import load_certs_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext
trusted = ValidationContext(trust_roots=list(load_certs_from_pemder(sys.argv[2:])))
for each in PdfFileReader(open(sys.argv[1], 'rb')).embedded_signatures:
    status = validate_pdf_signature(each, trusted, trusted)
    stamp = status.timestamp_validity
    print(each.field_name, 'valid' if status.bottom_line else 'invalid', status.coverage.name,
        'no time stamp' if stamp is None else 'time stamp ' + ('trusted' if stamp.trusted and stamp.valid else 'wrong'))
`
