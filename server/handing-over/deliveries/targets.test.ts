import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkTargets, readWebhooks } from './index.ts'

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

test('webhooks stand beside the targets, with paths relative to the file', () => {
  check([right])
  expect(readWebhooks(path)).toEqual([{ ...right, secret_file: join(folder, 'secret'), allow_addresses: [] }])
  check()
  expect([readWebhooks(path), readWebhooks(undefined)]).toEqual([[], []])
})

test.each([
  [{}, 'webhooks must be a list'],
  [[{ ...right, name: 'CRM' }], 'webhooks.0.name must have lower-case letters, digits and hyphens only'],
  [[{ ...right, url: 'http://crm.example' }], 'webhooks.0.url must be an address that begins with https://'],
  [[{ ...right, url: 'crm.example' }], 'webhooks.0.url must be an address that begins with https://'],
  [[{ ...right, url: 'https://me:pass@crm.example' }], 'webhooks.0.url must not have a user in it'],
  [[{ ...right, allow_addresses: ['10.0.0.1'] }], 'webhooks.0.allow_addresses.0 must be networks such as 10.1.2.0/24'],
  [[{ ...right, secret: 'x' }], 'has webhooks.0.secret, which it should not'],
  [[right, right], 'webhooks have two of one name'],
  [[{ ...right, secret_file: 'none' }], 'The secret of the webhook crm cannot be read.'],
  [[{ ...right, secret_file: 'short' }], 'The secret of the webhook crm must be whsec_ and 24 to 64 random bytes'],
  [[{ ...right, secret_file: 'bare' }], 'The secret of the webhook crm must be whsec_ and 24 to 64 random bytes'],
])('%j stops the start with a sentence', (webhooks, sentence) => expect(() => check(webhooks)).toThrow(sentence))
