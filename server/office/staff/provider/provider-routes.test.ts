import { expect, test } from 'vitest'
import { returnPath } from './provider-routes.ts'

const settings = { baseUrl: 'https://apply.bridger.example' }

test.each(['/staff', '/staff/', '/staff/applications?status=new&sort=name', '/staff/applications/1#notes'])(
  '%s is a page of the desk',
  (path) => expect(returnPath(settings, path)).toBe(path),
)

test.each([
  undefined,
  7,
  ['/staff/x'],
  '',
  'staff/x',
  '/',
  '/about/you',
  '/staffing',
  '/Staff/x',
  'https://evil.example/staff/x',
  '//evil.example/staff/x',
  '/\\evil.example/staff',
  '/\t/evil.example/staff/x',
  '/staff/../about',
  '/staff/%2e%2e/about',
  'javascript:alert(1)//staff/',
  'https://apply.bridger.example/staff/x',
  '/staff/sign-in?return=/staff',
  '/staff/callback?code=x',
  '/staff/x/../sign-in',
  `/staff/${'x'.repeat(1000)}`,
])('%s becomes the desk itself', (given) => expect(returnPath(settings, given)).toBe('/staff'))

test('a path with a line break sends no header', () => {
  expect(returnPath(settings, '/staff/x\r\nset-cookie: a=b')).toBe('/staff/xset-cookie:%20a=b')
})
