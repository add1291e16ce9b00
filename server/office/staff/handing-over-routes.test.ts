import { describe, expect, test } from 'vitest'
import { declined } from '../../platform/control/index.ts'
import { silentLog } from '../../testing/index.ts'
import { longWork } from './handing-over-routes.ts'

const never = new Promise<never>(() => {})

describe('work that a person waits for', () => {
  test('gives its result, or goes on after the reply', async () => {
    expect(await longWork(Promise.resolve(7), silentLog, 1000)).toEqual({ done: true, result: 7 })
    expect(await longWork(never, silentLog, 5)).toEqual({ done: false })
  })

  test('is refused with its sentence, or with that of a fault, which only the log describes', async () => {
    const refused = await longWork(Promise.reject(declined('There is no target.')), silentLog)
    expect(refused).toMatchObject({ refused: 'declined', message: 'There is no target.' })
    const failed = await longWork(Promise.reject(new Error('ENOSPC: /srv/kept')), silentLog)
    expect(failed).toMatchObject({ refused: 'failed_delivery' })
    expect(JSON.stringify(failed)).not.toContain('ENOSPC')
  })

  test('fails as every call does while the storage is away', async () => {
    const away = Object.assign(new Error('away'), { code: 'STORAGE_AWAY' })
    await expect(longWork(Promise.reject(away), silentLog)).rejects.toBe(away)
  })

  test('that fails after the reply brings nothing down', async () => {
    const later = Promise.withResolvers<never>()
    expect(await longWork(later.promise, silentLog, 5)).toEqual({ done: false })
    later.reject(new Error('too late'))
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
})
