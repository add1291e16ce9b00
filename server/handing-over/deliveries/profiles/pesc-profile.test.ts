import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { type Application, withAnswer } from '../../../../engine/index.ts'
import { veteran as anyVeteran, applications, domestic, form, visitor } from '../../../../form/testing/index.ts'
import { pescProfile } from './pesc-profile.ts'
import { opened, pescCodes, readXml, textsAt, writeWith, type XmlElement } from './testing/index.ts'

// The term of a form of long ago has no code.
const veteran = withAnswer(form, anyVeteran, 'applied_previously_term_transfer', '')
const codes = { map: pescCodes(form), built_in_codes: ['usps', 'iso-3166-1-alpha-2', 'ipeds'] }
const messageOf = async (application: Application): Promise<XmlElement> => {
  const { files, reasons } = await writeWith(pescProfile, form, [application], codes)
  expect(reasons).toEqual([[]])
  return readXml(String(files['pesc/CW0000001.xml']))
}
const person = (message: XmlElement, ...path: readonly string[]) => textsAt(message, 'Applicant', 'Person', ...path)
const extension = (message: XmlElement): Readonly<Record<string, string>> => {
  const [found] = message.elements
    .filter(({ name }) => name === 'UserDefinedExtensions')
    .flatMap((each) => each.elements)
  expect(found?.uri).toBe(`urn:causeway:application:${form.version}`)
  return Object.fromEntries((found?.elements ?? []).map(({ attributes, text }) => [attributes.key, text]))
}

test('a message has its elements in the order of the schema, and none that is empty', async () => {
  const message = await messageOf(veteran)
  expect([message.uri, message.name]).toEqual([
    'urn:org:pesc:message:AdmissionsApplication:v1.3.0',
    'AdmissionsApplication',
  ])
  expect(message.elements.map(({ name, uri }) => `${uri}${name}`)).toEqual([
    'TransmissionData',
    'Applicant',
    'UserDefinedExtensions',
  ])
  expect(textsAt(message, 'TransmissionData', 'TransmissionType')).toEqual(['Original'])
  const [, applicant] = message.elements
  expect(applicant?.elements.map(({ name }) => name)).toEqual([
    'Person',
    'Family',
    'Application',
    ...Array.from({ length: 9 }, () => 'SelfReportedAcademicRecord'),
  ])
  expect(applicant?.elements[0]?.elements.map(({ name }) => name)).toEqual([
    'Birth',
    'Name',
    'AlternateName',
    'PreferredName',
    'Citizenship',
    'Contacts',
  ])
  expect(person(message, 'Name', 'NameSuffix')).toEqual(['III'])
  expect(person(message, 'Contacts', 'PermanentAddress', 'StateProvinceCode')).toEqual(['MT'])
  expect(person(message, 'Citizenship', 'CitizenshipCountryCode')).toEqual(['NO'])
  const schools = textsAt(message, 'Applicant', 'SelfReportedAcademicRecord', 'School', 'ATP')
  expect(schools).toEqual(['270400', ...Array.from({ length: 8 }, () => '004317')])
  const empty = (element: XmlElement): readonly string[] =>
    element.elements.length > 0 ? element.elements.flatMap(empty) : element.text === '' ? [element.name] : []
  // Each summary must have a program, which nobody is asked for.
  expect(new Set(empty(message))).toEqual(new Set(['AcademicProgram']))
})

test.each([
  ['first_name', 'x'.repeat(36), ['Name', 'FirstName']],
  ['address_line_1', 'x'.repeat(41), ['Contacts', 'PermanentAddress']],
  ['city', 'x'.repeat(31), ['Contacts', 'PermanentAddress']],
  ['zip', 'x'.repeat(18), ['Contacts', 'PermanentAddress']],
  ['email_address', `${'x'.repeat(120)}@mail.example`, ['Contacts', 'PrimaryEmail']],
  ['birth_date', '2004-02-30', ['Birth']],
  ['suffix', 'Esq.', ['Name', 'NameSuffix']],
])('what does not fit the element of %s is whole in the extension', async (key, value, path) => {
  const message = await messageOf(withAnswer(form, veteran, key, value))
  expect(person(message, ...path)).toEqual([])
  expect(extension(message)).toMatchObject({ [key]: value })
})

test('an answer that fits exactly is in its element and not in the extension', async () => {
  const message = await messageOf(withAnswer(form, domestic, 'first_name', '👋'.repeat(35)))
  expect(person(message, 'Name', 'FirstName')).toEqual(['👋'.repeat(35)])
  expect(extension(message)).not.toHaveProperty('first_name')
})

test('a single name is the last name, and not the first as well', async () => {
  const named = ['first_name', 'last_name'].reduce((each, key) => withAnswer(form, each, key, 'Suharto'), domestic)
  const message = await messageOf(withAnswer(form, named, 'one_name', 'true'))
  expect([person(message, 'Name', 'FirstName'), person(message, 'Name', 'LastName')]).toEqual([[], ['Suharto']])
  expect(extension(message)).toMatchObject({ one_name: 'true' })
  expect(extension(message)).not.toHaveProperty('first_name')
})

test('Social Security numbers and demographic answers are only in files encrypted for the recipient', async () => {
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  const include = ['ssn' as const, 'demographics' as const]
  const { files, facts } = await writeWith(pescProfile, form, [veteran], { ...codes, include, recipient })
  expect(facts).toMatchObject([{ name: 'pesc/CW0000001.xml.age', recipient }])
  const message = readXml(await opened(files['pesc/CW0000001.xml.age'], identity))
  expect(person(message, 'SSN')).toEqual(['501550187'])
  expect(person(message, 'Gender', 'GenderCode')).toEqual(['Female'])
  expect(extension(message)).toMatchObject({ ethnicity: 'Y', race_asian: 'true' })

  const without = { ...codes, include: ['demographics' as const] }
  const open = String((await writeWith(pescProfile, form, [veteran], without)).files['pesc/CW0000001.xml'])
  expect(open).not.toMatch(/SSN|0187|Gender|gender|race|ethnicity/)
})

test('a term that is no month, or a character that XML cannot hold, holds the application back', async () => {
  const map = codes.map.replaceAll(/20\d\d-08/g, 'FALL')
  const held = await writeWith(pescProfile, form, [domestic], { ...codes, map })
  expect(held.reasons).toEqual([['the code of entry_term must be a year and a month, such as 2027-08']])
  expect(held.files).toEqual({})
  const broken = await writeWith(pescProfile, form, [withAnswer(form, domestic, 'first_name', 'A\uFFFE')], codes)
  expect(broken.reasons).toEqual([['first_name has a character that XML cannot hold']])
})

test('every application is written, or held back with reasons', async () => {
  await fc.assert(
    fc.asyncProperty(applications, async (application) => {
      const { files, reasons } = await writeWith(pescProfile, form, [application], codes)
      const [text] = Object.values(files).map(String)
      expect(text === undefined).toBe(reasons[0]?.length !== 0)
      const ids = text === undefined ? [] : textsAt(readXml(text), 'Applicant', 'Application', 'ApplicationID')
      expect(ids).toEqual(text === undefined ? [] : ['CW0000001'])
    }),
    { numRuns: 40 },
  )
})

/** The folder with PESC's schemas, which are PESC's to distribute. */
const schemas = process.env.PESC_SCHEMAS
const names = ['AdmissionsApplication_v1.3.0.xsd', 'AdmissionsRecord_v1.3.0.xsd', 'CoreMain_v1.16.0.xsd']
const hasJava = spawnSync('java', ['-version']).status === 0

/** Messages of the complete applicants and of generated ones, with every answer they may have. */
async function messages(): Promise<readonly { readonly fileName: string; readonly contents: string }[]> {
  const identity = await generateIdentity()
  // The term of a form of long ago has no code.
  const previous = 'applied_previously_term_transfer'
  const people = [domestic, anyVeteran, visitor, ...fc.sample(applications, { numRuns: 60, seed: 17 })].map((each) =>
    withAnswer(form, withAnswer(form, each, 'entry_term', '202770'), previous, ''),
  )
  const { files } = await writeWith(pescProfile, form, people, {
    map: pescCodes(form),
    built_in_codes: ['usps', 'iso-3166-1-alpha-2', 'ipeds'],
    include: ['ssn', 'demographics'],
    recipient: await identityToRecipient(identity),
  })
  return Promise.all(
    Object.entries(files).map(async ([name, file], index) => ({
      fileName: `${index}-${name.replaceAll('/', '-').replace('.age', '')}`,
      contents: await opened(file, identity),
    })),
  )
}

describe.skipIf(schemas === undefined)('messages for PESC (with PESC_SCHEMAS, a folder with its schemas)', () => {
  const folder = schemas ?? ''

  test('are valid for libxml2', async () => {
    const xml = await messages()
    expect(xml.length).toBe(63)
    const [schema, ...preload] = names.map((fileName) => ({
      fileName,
      contents: readFileSync(join(folder, fileName), 'utf8'),
    }))
    if (!schema) throw new Error('There is no schema.')
    const result = await validateXML({ xml: [...xml], schema: [schema], preload, maxMemoryPages: 4096 })
    expect(result.errors.map(({ message }) => message)).toEqual([])
    expect(result.valid).toBe(true)
  }, 300_000)

  test.skipIf(!hasJava)(
    'are valid for Xerces',
    async () => {
      const at = mkdtempSync(join(tmpdir(), 'causeway-pesc-'))
      try {
        const paths = (await messages()).map(({ fileName, contents }) => {
          writeFileSync(join(at, fileName), contents)
          return join(at, fileName)
        })
        writeFileSync(join(at, 'Validate.java'), VALIDATE)
        const output = execFileSync('java', [join(at, 'Validate.java'), join(folder, names[0] ?? ''), ...paths], {
          encoding: 'utf8',
        })
        expect(output.trim()).toBe(`${paths.length} valid`)
      } finally {
        rmSync(at, { recursive: true })
      }
    },
    300_000,
  )
})

const VALIDATE = `
import java.io.File;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;

public class Validate {
  public static void main(String[] paths) throws Exception {
    var schema = SchemaFactory.newInstance("http://www.w3.org/2001/XMLSchema").newSchema(new File(paths[0]));
    int valid = 0;
    for (int index = 1; index < paths.length; index++) {
      try {
        schema.newValidator().validate(new StreamSource(new File(paths[index])));
        valid++;
      } catch (org.xml.sax.SAXException error) {
        System.out.println(paths[index] + ": " + error.getMessage());
      }
    }
    System.out.println(valid + " valid");
  }
}
`
