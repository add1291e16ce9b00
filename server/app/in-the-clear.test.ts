import { expect, test } from 'vitest'
import { readSettings } from '../platform/settings/index.ts'
import { requireTls, servicesInTheClear } from './in-the-clear.ts'

const storage = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' }
const key = { SECRET_KEY: `k1:${Buffer.alloc(32).toString('base64')}` }
const warnedOf = (name: string, value: string) =>
  servicesInTheClear(readSettings({ ...key, ...(name === 'S3_ENDPOINT' && storage), [name]: value })).map(
    (sentence) => sentence.split(' without')[0],
  )

test.each([
  ['DATABASE_URL', 'postgresql://u:p@db.example.edu/c', 'db.example.edu'],
  ['DATABASE_URL', 'postgresql://u:p@db.example.edu/c?sslmode=disable', 'db.example.edu'],
  ['DATABASE_URL', 'postgresql://u:p@db.example.edu/c?sslmode=no-verify', 'db.example.edu'],
  ['DATABASE_URL', 'postgresql://u:p@localhost/c?host=10.0.0.7', '10.0.0.7'],
  ['SMTP_URL', 'smtp://u:p@mail.example.edu:587', 'mail.example.edu'],
  ['S3_ENDPOINT', 'http://storage.example.edu:9000', 'storage.example.edu'],
  ['PHOTON_URL', 'http://photon.example.edu', 'photon.example.edu'],
  ['CLAMD', 'clamd.example.edu:3310', 'clamd.example.edu'],
  ['CLAMD', '[2001:db8::5]:3310', '2001:db8::5'],
])('the start warns of %s %s', (name, value, host) => {
  expect(warnedOf(name, value)).toEqual([`${name} reaches ${host}`])
})

test.each([
  ['DATABASE_URL', 'postgresql://u:p@db.example.edu/c?sslmode=verify-full'],
  ['DATABASE_URL', 'postgresql://u:p@127.0.0.1/c'],
  ['DATABASE_URL', 'postgresql:///c?host=/run/postgresql'],
  ['DATABASE_URL', 'postgresql://u@%2Frun%2Fpostgresql/c'],
  ['SMTP_URL', 'smtps://mail.example.edu'],
  ['SMTP_URL', 'smtp://mail.example.edu?requireTLS=true'],
  ['SMTP_URL', 'smtp://[::1]:1025'],
  ['S3_ENDPOINT', 'https://storage.example.edu'],
  ['PHOTON_URL', 'http://localhost:2322'],
  ['CLAMD', '/run/clamd.sock'],
])('and not of %s %s', (name, value) => {
  expect(warnedOf(name, value)).toEqual([])
})

test('nor of a time stamp authority, which gets a digest and signs its reply', () => {
  const settings = { PDF_CERT: 'c.pem', PDF_KEY: 'k.pem', TIME_STAMP_URL: 'http://timestamp.example.com' }
  expect(servicesInTheClear(readSettings({ ...key, ...settings }))).toEqual([])
})

test('the sentence has no name and no password in it', () => {
  const [sentence] = servicesInTheClear(readSettings({ ...key, DATABASE_URL: 'postgresql://me:hunter2@db/c' }))
  expect(sentence).toBe(
    'DATABASE_URL reaches db without verified TLS, so what is sent there can be read on the way: add sslmode=verify-full.',
  )
})

const BASE_URL = 'https://apply.example.edu'
const required = (given: Readonly<Record<string, string>>) => () =>
  requireTls(readSettings({ ...key, BASE_URL, REQUIRE_TLS: 'on', ...given }))

test.each([
  [
    { SMTP_URL: 'smtp://mail.example.edu' },
    'SMTP_URL reaches mail.example.edu without verified TLS, so what is sent there can be read on the way: write smtps://, or add ?requireTLS=true.',
  ],
  [{ HOST: '0.0.0.0' }, 'HOST lets other machines connect to 0.0.0.0 without TLS: set TLS_CERT and TLS_KEY.'],
  [
    { METRICS: '[2001:db8::5]:9100' },
    'METRICS lets other machines connect to 2001:db8::5 without TLS: set TLS_CERT and TLS_KEY.',
  ],
])('where TLS is required, %o stops the start', (given, sentence) => {
  expect(required(given)).toThrow(`REQUIRE_TLS is on, but ${sentence}`)
  expect(required({ ...given, REQUIRE_TLS: 'off' })).not.toThrow()
})

test.each([
  {},
  { HOST: '0.0.0.0', METRICS: '0.0.0.0:9100', TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' },
  { METRICS: '/run/metrics.sock', SMTP_URL: 'smtps://mail.example.edu', CLAMD: '/run/clamd.sock' },
])('and %o does not', (given) => {
  expect(required(given)).not.toThrow()
})
