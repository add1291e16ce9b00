import { expect, test } from 'vitest'
import { faultOf } from './judge.ts'

const usual = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'" }
const json = { ...usual, 'content-type': 'application/json; charset=utf-8' }
const notFound = JSON.stringify({ message: 'We couldn’t find that.', code: 'not_found' })
const busy = JSON.stringify({ message: 'We’re very busy right now.', code: 'busy' })

test.each([
  ['a success', 200, json, '{"answer":{}}', undefined],
  ['a page', 200, { ...usual, 'content-type': 'text/html' }, '<!doctype html>', undefined],
  ['an error of the catalog', 404, json, notFound, undefined],
  ['a reply to HEAD', 404, json, '', undefined],
  ['a busy server', 503, { ...json, 'retry-after': '5' }, busy, undefined],
  ['a busy server that does not say when', 503, json, busy, /status 503/],
  ['an unexpected error', 500, json, '{"message":"Sorry.","code":"unexpected"}', /status 500/],
  ['an error of the framework', 404, json, '{"statusCode":404,"code":"not_found","message":"Not Found."}', /catalog/],
  ['a code under another status', 400, json, notFound, /catalog/],
  ['an unknown code', 400, json, '{"message":"No.","code":"x"}', /catalog/],
  ['a text', 400, { ...usual, 'content-type': 'text/plain' }, 'Bad Request', /as text\/plain/],
  ['half of an error', 400, json, '{"message":', /not JSON/],
  ['a stack', 400, json, '{"message":"Error\n    at x.","code":"malformed"}', /trace/],
  ['a folder', 200, json, '{"file":"/srv/causeway/data/x"}', /names \/srv/],
  ['a missing header', 200, { 'content-type': 'application/json' }, '{}', /nosniff/],
])('%s', (_, status, headers, body, expected) => {
  const fault = faultOf({ status, headers: new Map(Object.entries(headers)), body }, ['/srv/causeway'])
  if (expected === undefined) expect(fault).toBeUndefined()
  else expect(fault).toMatch(expected)
})
