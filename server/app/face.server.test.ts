import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { institutionSchema } from '../../api/index.ts'
import { cascadeValley, writeCascadeValley } from '../../testing/cascade-valley.ts'
import { createApp, createLog, refusal, refuse } from '../platform/http/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { type Face, noFace, openFace } from '../running/face/index.ts'
import { serveSite } from './serve-site.ts'

const settings = readSettings({ LOG_LEVEL: 'silent' })
const institution = institutionSchema.parse(cascadeValley())
let folder = ''
let face: Face = noFace
let cascade: Face = noFace
/** What other servers and earlier editions have shown. */
const stored = new Map<string, { type: 'image/png'; bytes: Buffer }>()
let app: Awaited<ReturnType<typeof createApp>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-face-'))
  cascade = await openFace({ institutionFile: writeCascadeValley(folder) }, institution)
  const sessions = { applicantOf: async () => undefined, expiredCookies: [] }
  app = await createApp(settings, sessions, createLog(settings))
  app.get('/documents/:id/:expires/:signed', (_, reply) => refuse(reply, refusal('ended_file_link')))
  const data = { institution, identity_cookie_prefix: 'Id', release: '1', today: '2026-11-21' }
  const faceFile = async (address: string) => stored.get(address)
  await serveSite(app, () => data, { face: () => face, faceFile, hasStaffCookie: () => false })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const pages = ['/about', '/login', '/signup', '/no/such/page', '/staff', '/staff/people', '/documents/a/1/x']
const page = async (url: string, encoding = 'identity') => {
  const reply = await app.inject({ url, headers: { accept: 'text/html', 'accept-encoding': encoding } })
  const { rawPayload, headers } = reply
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString()
}

/** What is drawn or colored in the product where an institution says nothing: the mark and the two files of it. */
const ours = /M18 6l6\.5|\/assets\/favicon-/

describe.each(pages)('%s', (url) => {
  test('without a face of its own is our page and asks for nothing more', async () => {
    face = noFace
    const html = await page(url)
    expect(html).toMatch(ours)
    expect(html).not.toMatch(/\/brand\/|"logo":/)
  })

  test.each(['identity', 'gzip'])('shows the face from the moment on at which it counts (%s)', async (encoding) => {
    face = cascade
    const html = await page(url, encoding)
    expect(html).not.toMatch(ours)
    const [head = ''] = html.split('</head>')
    const sheets = [...head.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, address = '']) => address)
    expect(sheets.at(-1)).toBe(cascade.sheet)
    expect(sheets).toHaveLength(2)
    expect(head).toContain(`href="${cascade.icon?.small}"`)
    expect(head).toContain(`<link rel="apple-touch-icon" href="${cascade.icon?.touch}">`)
    expect(html).not.toMatch(/<[^>]+ style="/)
    const drawn = url.startsWith('/staff/') || url.startsWith('/no') ? '"logo":{"light":"' : '<img '
    expect(html).toContain(drawn)
    expect(html).toContain(cascade.logo?.light)
  })
})

test('its files are cached for ever, with a fixed type, and a style sheet is compressed', async () => {
  face = cascade
  expect(cascade.files.size).toBe(6)
  for (const [address, { type, bytes }] of cascade.files) {
    const { statusCode, headers, rawPayload } = await app.inject({ url: address, headers: { 'accept-encoding': 'br' } })
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe(type)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['set-cookie']).toBeUndefined()
    const isSheet = address === cascade.sheet
    expect(headers['content-encoding']).toBe(isSheet ? 'br' : undefined)
    expect((isSheet ? brotliDecompressSync(rawPayload) : rawPayload).equals(bytes)).toBe(true)
  }
  const whole = await app.inject({ url: cascade.sheet ?? '' })
  expect(whole.body).toBe(cascade.files.get(cascade.sheet ?? '')?.bytes.toString())
})

test('what an open page may still load is there after another face counts; what no face had is not', async () => {
  const { files } = await openFace(
    { institutionFile: join(folder, 'institution.json') },
    {
      ...institution,
      face: { logo: 'cascade-icon.svg' },
    },
  )
  face = { ...cascade, files }
  await page('/about')
  face = noFace
  expect(files.size).toBe(4)
  for (const address of files.keys()) expect((await app.inject(address)).statusCode).toBe(200)
  for (const url of ['/brand/x.css', '/brand/../institution.json', '/brand/', '/brand'])
    expect((await app.inject({ url, headers: { accept: '*/*' } })).statusCode, url).toBe(404)
})

test('what only another server or an earlier edition has shown is there too, but not while this one is busy', async () => {
  const address = '/brand/AAAAAAAAAAAAAAAA.png'
  const open = async () => {
    const { statusCode, headers, rawPayload } = await app.inject(address)
    return [statusCode, headers['content-type'], headers['cache-control'], rawPayload.toString()]
  }
  expect((await open())[0]).toBe(404)
  stored.set(address, { type: 'image/png', bytes: Buffer.from('theirs') })
  expect(await open()).toEqual([200, 'image/png', 'public, max-age=31536000, immutable', 'theirs'])
  const isFull = vi.spyOn(app.load, 'isFull').mockReturnValue(true)
  face = cascade
  expect((await open())[0]).toBe(503)
  expect((await app.inject(cascade.sheet ?? '')).statusCode).toBe(200)
  isFull.mockRestore()
})
