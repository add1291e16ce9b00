import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Sealer } from '../../platform/secrets/index.ts'
import { type CheckedSeal, checkSeal } from './pdf-seal.ts'

const USAGE = 'Usage: npm run verify -- <file.pdf>'

/** What the command prints, and the code with which it ends: 0 for yes, 2 for no, 3 for unknown. */
export type Verified = { readonly unaltered: string; readonly exit_code: 0 | 2 | 3 }

/** `npm run verify`: whether a file is byte for byte a PDF that this installation made. Throws if it cannot be read. */
export async function verifyCommand(sealer: Sealer, words: readonly string[], folder: string): Promise<Verified> {
  const [path, ...more] = words
  if (path === undefined || more.length > 0) throw new Error(USAGE)
  const file = resolve(folder, path)
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The server cannot read ${file} (${error.code}).`)
  })
  return replyTo(checkSeal(sealer, bytes), bytes.length)
}

export function replyTo(checked: CheckedSeal, length: number): Verified {
  switch (checked.is) {
    case 'whole':
      return { unaltered: `yes. This is the ${named(checked)}, byte for byte.`, exit_code: 0 }
    case 'part':
      return {
        unaltered: `no. The first ${checked.bytes} bytes are the ${named(checked)}, byte for byte; the other ${length - checked.bytes} were added or altered later.`,
        exit_code: 2,
      }
    case 'changed':
      return { unaltered: 'no. This file has a seal and was altered after it was made.', exit_code: 2 }
    case 'unknown':
      return { unaltered: `unknown. ${REASONS[checked.reason]}`, exit_code: 3 }
  }
}

const REASONS = {
  'no seal':
    'This file has no seal: it is from elsewhere, was written again by another program, or is from an earlier release.',
  'another key': 'The seal of this file was made with a key that this server does not have.',
}

const named = ({ about: { kind, reference, made } }: Extract<CheckedSeal, { readonly about: object }>) =>
  `${kind} of ${reference} that this installation made on ${made}`
