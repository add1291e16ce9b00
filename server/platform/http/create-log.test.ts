import { expect, test } from 'vitest'
import { createLog } from './create-log.ts'

/** What the log contains after this error. */
function logged(err: unknown): string {
  const lines: string[] = []
  createLog({ logLevel: 'info' }, { stream: { write: (line) => void lines.push(line) } }).error({ err }, 'It failed.')
  return lines.join()
}

test('a database error is logged with its code and location, never with the values it quotes', () => {
  const error = Object.assign(new Error('invalid input syntax for type json: "501-55-0187"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Token "501-55-0187" is invalid.',
    table: 'application',
    parameters: ['501-55-0187'],
  })
  const line = logged(error)
  expect(line).not.toContain('501-55')
  expect(JSON.parse(line).err).toMatchObject({ name: 'DatabaseError', code: '22P02', table: 'application' })
})
test('another error is logged with its message, its cause and its location', () => {
  const { err } = JSON.parse(logged(new Error('The queue is gone.', { cause: new Error('No disk.') })))
  expect(err).toMatchObject({ name: 'Error', message: 'The queue is gone.', cause: { message: 'No disk.' } })
  expect(err.frames.length).toBeGreaterThan(0)
})
test('a request is logged with its id and method only, without address and headers', () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { stream: { write: (line) => void lines.push(line) } })
  log.info(
    { req: { id: 'r1', method: 'GET', url: '/reset?id=secret-token', headers: { cookie: 'session=secret' } } },
    'asked',
  )
  expect(lines.join()).not.toContain('secret')
  expect(JSON.parse(lines[0] ?? '').req).toEqual({ id: 'r1', method: 'GET' })
})
