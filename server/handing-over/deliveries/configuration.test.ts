import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { baseRegister } from '../../../form/index.ts'
import { domestic, form } from '../../../form/testing/index.ts'
import { codeListsOf, codesFrom } from './codes.ts'
import { checkTargets, readWebhooks } from './index.ts'

const lists = codeListsOf(baseRegister(), form)
const codes = (map: string, ...builtIns: readonly string[]) => codesFrom(`list,ours,theirs\n${map}`, builtIns, lists)

describe('a code map', () => {
  test('gives codes, for no value too, and leaves a list that it does not name as it is', () => {
    const { codeFor, hasList } = codes('states,Montana,MT\nstates,,NONE\n')
    expect(codeFor('states', 'Montana')).toBe('MT')
    expect(codeFor('states', '')).toBe('NONE')
    expect(codeFor('states', 'Idaho')).toBe(undefined)
    expect(hasList('countries')).toBe(false)
  })

  test('may have codes for terms and majors that are no longer offered', () => {
    expect(codes('terms,202470,F24\n').codeFor('terms', '202470')).toBe('F24')
  })

  test('may lack the code of a value that is no longer offered, and have one that never was; both are named', () => {
    const takenOut = new Map([['applied_major', [['HERB', 'Herbology']] as const]])
    const map = 'list,ours,theirs\nmajors,GEOL,1\nmajors,BIOO,2\nmajors,,9\ndegrees,AA,1\n'
    const found = codesFrom(map, [], codeListsOf(baseRegister(), form, takenOut))
    expect(found.missingRetired).toEqual([{ list: 'majors', value: 'HERB' }])
    expect(found.neverOffered).toEqual([{ list: 'majors', value: 'BIOO' }])
    expect(found.missing).not.toContainEqual({ list: 'majors', value: 'HERB' })
    expect(found.codeFor('majors', 'BIOO')).toBe('2')
    const complete = codesFrom(`${map}majors,HERB,3\n`, [], codeListsOf(baseRegister(), form, takenOut))
    expect([complete.missingRetired, complete.neverOffered]).toEqual([[], [{ list: 'majors', value: 'BIOO' }]])
    // Nobody knows what the institution had before.
    expect(codesFrom(map, [], lists).neverOffered).toEqual([])
  })

  test('goes before a built-in list', () => {
    const { codeFor } = codes('countries,CAN,CA-OLD\n', 'iso-3166-1-alpha-2', 'usps', 'ipeds')
    expect(['CAN', 'USA', 'UK', 'XKX', ''].map((each) => codeFor('countries', each))).toEqual([
      'CA-OLD',
      'US',
      'GB',
      'XK',
      '',
    ])
    expect(['Montana', 'Quebec', 'Armed Forces Pacific'].map((each) => codeFor('states', each))).toEqual([
      'MT',
      'QC',
      'AP',
    ])
    expect(codeFor('schools', 'ipeds:100654')).toBe('100654')
  })

  test('says which values of the form have no code, and built-in lists have them all', () => {
    expect(codes('degrees,AA,1\n').missing).toContainEqual({ list: 'degrees', value: 'NONE' })
    expect(codes('', 'iso-3166-1-alpha-2', 'iso-3166-1-alpha-3', 'usps', 'ipeds').missing).toEqual([])
  })

  test.each([
    ['', 'The first line of the code map must be list,ours,theirs.'],
    ['list,ours\n', 'The first line of the code map must be list,ours,theirs.'],
    ['list,ours,theirs\nstates,Montana\n', 'Line 2 of the code map must have three columns.'],
    [
      'list,ours,theirs\nstate,Montana,MT\n',
      'Line 2 of the code map names a list state, which the form does not have.',
    ],
    [
      'list,ours,theirs\nstates,Montanna,MT\n',
      'Line 2 of the code map gives a code for Montanna, which is not a value of states.',
    ],
    [
      'list,ours,theirs\nstates,Idaho,ID\nstates,Idaho,IO\n',
      'Line 3 of the code map gives a second code for Idaho of states.',
    ],
    [
      'list,ours,theirs\nstates,"Idaho,ID\n',
      'The code map cannot be read. The quote that opens in line 2 is never closed.',
    ],
  ])('that is broken says where: %j', (map, message) => {
    expect(() => codesFrom(map, [], lists)).toThrow(message)
  })
})

test('every entry of a block has the list of the first', () => {
  expect(lists.listOf('college_3_degree')).toBe('degrees')
  expect(lists.listOf('college_3_state')).toBe('states')
  expect(lists.listOf('college_8_type')).toBe('college_type')
  expect(lists.listOf('first_name')).toBe(undefined)
  expect(domestic.answer.entry_term && lists.offered.get('terms')).toContain(domestic.answer.entry_term)
})

describe('the targets of DELIVERIES_FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-webhooks-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'deliveries.json')
  writeFileSync(join(folder, 'secret'), `whsec_${Buffer.alloc(24, 3).toString('base64')}\n`)
  writeFileSync(join(folder, 'short'), `whsec_${Buffer.alloc(8, 3).toString('base64')}\n`)
  writeFileSync(join(folder, 'bare'), Buffer.alloc(24, 3).toString('base64'))

  const right = { name: 'crm', url: 'https://crm.example/hook', secret_file: 'secret' }
  const check = (webhooks?: unknown) => {
    writeFileSync(path, JSON.stringify({ registrar: { profile: 'plain' }, webhooks }))
    checkTargets({ deliveriesFile: path })
  }

  test.each([
    [{ profile: 'slate', questions: {} }, 'registrar.questions is for the profile banner'],
    [{ profile: 'banner', questions: { own_a: 1, own_b: 1 } }, 'registrar.questions give two questions one number'],
    [{ profile: 'banner', questions: { own_a: 'x' } }, 'registrar.questions.own_a must be the number of a question'],
  ])('numbers of questions are those of Banner: %j', (registrar, message) => {
    writeFileSync(path, JSON.stringify({ registrar }))
    expect(() => checkTargets({ deliveriesFile: path })).toThrow(message)
  })

  test('webhooks stand beside the targets, with paths relative to the file', () => {
    check([right])
    expect(readWebhooks(path)).toEqual([
      { ...right, secret_file: join(folder, 'secret'), allow_addresses: [], form: false },
    ])
    check()
    expect([readWebhooks(path), readWebhooks(undefined)]).toEqual([[], []])
  })

  test.each([
    [{}, 'webhooks must be a list'],
    [[{ ...right, form: 'yes' }], 'webhooks.0.form must be true or false'],
    [[{ ...right, name: 'CRM' }], 'webhooks.0.name must have lower-case letters, digits and hyphens only'],
    [[{ ...right, url: 'http://crm.example' }], 'webhooks.0.url must be an address that begins with https://'],
    [[{ ...right, url: 'crm.example' }], 'webhooks.0.url must be an address that begins with https://'],
    [[{ ...right, url: 'https://me:pass@crm.example' }], 'webhooks.0.url must not have a user in it'],
    [
      [{ ...right, allow_addresses: ['10.0.0.1'] }],
      'webhooks.0.allow_addresses.0 must be networks such as 10.1.2.0/24',
    ],
    [[{ ...right, secret: 'x' }], 'has webhooks.0.secret, which it should not'],
    [[right, right], 'webhooks have two of one name'],
    [[{ ...right, secret_file: 'none' }], 'The secret of the webhook crm cannot be read.'],
    [[{ ...right, secret_file: 'short' }], 'The secret of the webhook crm must be whsec_ and 24 to 64 random bytes'],
    [[{ ...right, secret_file: 'bare' }], 'The secret of the webhook crm must be whsec_ and 24 to 64 random bytes'],
  ])('%j stops the start with a sentence', (webhooks, sentence) => expect(() => check(webhooks)).toThrow(sentence))
})
