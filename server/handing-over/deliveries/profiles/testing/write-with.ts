import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Decrypter } from 'age-encryption'
import { type Application, type Form, outlineOf, type Register } from '../../../../../engine/index.ts'
import { baseRegister } from '../../../../../form/index.ts'
import { exportedAnswers } from '../../../exports/testing/index.ts'
import { coded, codeListsOf, codesFrom } from '../../codes.ts'
import { createDeliveryFolder, type DeliveredFile } from '../../delivery-folder.ts'
import type { Target } from '../../targets.ts'
import type { Profile } from '../profile.ts'

const plainTarget: Target = {
  profile: 'plain',
  built_in_codes: [],
  spreadsheet: false,
  include: [],
  keep_days: 30,
}

/** What a profile wrote: the files by name, their facts for the manifest, and the reasons for each application. */
type Written = {
  readonly files: Readonly<Record<string, Buffer>>
  readonly facts: readonly DeliveredFile[]
  readonly reasons: readonly (readonly string[])[]
}

/** The test's application in every shape that a profile reads; its reference is CW and its place, from 0000001 on. */
const exportedForTests = (register: Register, form: Form, application: Application, place: number) => ({
  ...exportedAnswers(
    register,
    { form_version: form.version, application, outline: outlineOf(form, application) },
    { school_code: '009901', intended_student_type: 'Transfer' },
  ),
  application_id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
  person_id: `00000000-0000-8000-8000-${String(place).padStart(12, '0')}`,
  version: 1,
  reference: `CW${String(place).padStart(7, '0')}`,
  submitted_at: '2026-11-22T12:00:00.000Z',
  documents: [],
})

/** Writes applications with a profile, as a delivery does, and reads the files again. */
export async function writeWith(
  profile: Profile,
  form: Form,
  applications: readonly Application[],
  {
    map = 'list,ours,theirs\n',
    register = baseRegister(),
    ...target
  }: Partial<Target> & { readonly map?: string; readonly register?: Register } = {},
): Promise<Written> {
  const at = mkdtempSync(join(tmpdir(), 'causeway-profile-'))
  try {
    const all = { ...plainTarget, ...target }
    const lists = codeListsOf(register, form)
    const codes = codesFrom(map, all.built_in_codes, lists)
    const folder = await createDeliveryFolder(join(at, 'delivery'))
    const files = await profile.begin(register, folder, all)
    const reasons: (readonly string[])[] = []
    for (const [index, application] of applications.entries()) {
      const inCodes = coded(exportedForTests(register, form, application, index + 1), codes, lists)
      reasons.push('missing' in inCodes ? inCodes.missing : await files.add(inCodes))
    }
    await files.close()
    await folder.keep()
    return { files: readAll(join(at, 'delivery')), facts: folder.files(), reasons }
  } finally {
    rmSync(at, { recursive: true })
  }
}

const readAll = (folder: string): Readonly<Record<string, Buffer>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
  )

/** The text of a file that was encrypted for the recipient of this identity. */
export async function opened(file: Uint8Array | undefined, identity: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return decrypter.decrypt(file ?? new Uint8Array(), 'text')
}

/** A code map with the code that a function gives to each value of these lists; `undefined` leaves a value out. */
function mapOfEverything(
  form: Form,
  codeOf: Readonly<Record<string, (ours: string, index: number) => string | undefined>>,
): string {
  const { offered } = codeListsOf(baseRegister(), form)
  const rows = Object.entries(codeOf).flatMap(([list, code]) =>
    ['', ...(offered.get(list) ?? [])].flatMap((ours, index) => {
      const theirs = ours === '' ? '' : code(ours, index)
      return theirs === undefined ? [] : [`${list},"${ours}","${theirs}"`]
    }),
  )
  return ['list,ours,theirs', ...rows, ''].join('\n')
}

/** Codes of an imagined Banner: of the length and kind that its tables have. */
export const bannerCodes = (form: Form): string =>
  mapOfEverything(form, {
    terms: (ours) => (/^\d{6}$/.test(ours) ? ours : '202470'),
    majors: (_, index) => `${1600 + index}/${2400 + index}`,
    countries: (ours) => ours,
    schools: () => undefined,
    tests: (_, index) => `T${index}`,
    us_citizen: (ours) => (ours === 'Y' ? 'C' : 'N'),
    perm_resident: (ours) => (ours === 'Y' ? 'C' : 'N'),
    parent_relationship: (_, index) => String(index),
    gender: (ours) => (ours === 'F' || ours === 'M' ? ours : 'N'),
    ethnicity: (ours) => (ours === 'Y' ? '2' : '1'),
    race: (_, index) => String(index),
  })

/** Codes of the terms for PESC; states, countries and schools have built-in ones. */
export const pescCodes = (form: Form): string =>
  mapOfEverything(form, { terms: (_, index) => `20${String(10 + (index % 80))}-08` })
