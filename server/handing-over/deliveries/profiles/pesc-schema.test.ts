import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { withAnswer } from '../../../../engine/index.ts'
import { applications, domestic, form, veteran, visitor } from '../../../../form/testing/index.ts'
import { pescProfile } from './pesc-profile.ts'
import { opened, pescCodes, writeWith } from './testing/index.ts'

/** The folder with PESC's schemas, which are PESC's to distribute. */
const schemas = process.env.PESC_SCHEMAS
const names = ['AdmissionsApplication_v1.3.0.xsd', 'AdmissionsRecord_v1.3.0.xsd', 'CoreMain_v1.16.0.xsd']
const hasJava = spawnSync('java', ['-version']).status === 0

/** Messages of the complete applicants and of generated ones, with every answer they may have. */
async function messages(): Promise<readonly { readonly fileName: string; readonly contents: string }[]> {
  const identity = await generateIdentity()
  // The term of a form of long ago has no code.
  const previous = 'applied_previously_term_transfer'
  const people = [domestic, veteran, visitor, ...fc.sample(applications, { numRuns: 60, seed: 17 })].map((each) =>
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
