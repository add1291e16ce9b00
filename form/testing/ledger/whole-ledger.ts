import { citizenship, program } from './about.ts'
import { addresses } from './addresses.ts'
import { conduct } from './conduct.ts'
import { act, highSchool, sat } from './education.ts'
import { emails, lengths, own, phones } from './formats.ts'
import { required } from './required.ts'

/** Every sentence of requirements 5.application, by subject. */
export const ledger = {
  required,
  program,
  highSchool,
  addresses,
  emails,
  phones,
  citizenship,
  sat,
  act,
  conduct,
  lengths,
  own,
}
