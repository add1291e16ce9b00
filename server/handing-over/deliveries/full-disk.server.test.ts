import { type FileHandle, open } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { veteran } from '../../../form/testing/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { attachedTo, withDocuments } from '../exports/testing/index.ts'
import { deliveriesForTests } from './testing/index.ts'

onOneDatabase('a delivery on a full disk', (on) => {
  const at = deliveriesForTests(on)

  test('is not there, whichever file the space ends in, and is whole once there is some', async () => {
    await at.wants({})
    await at.skipEarlier()
    await at.wants({ include: ['documents'] })
    const { id } = await at.submit(attachedTo(veteran, ['college_transcript']))
    await withDocuments(on.database.db, at.deliveries.storage, id, { college_transcript: await pdfOf('Transcript') })
    const handle = await open('/dev/null')
    const prototype: FileHandle = Object.getPrototypeOf(handle)
    await handle.close()
    const real = prototype.writeFile
    let writes = 0
    let fitting = Number.POSITIVE_INFINITY
    const disk = vi.spyOn(prototype, 'writeFile').mockImplementation(function (this: FileHandle, ...given) {
      writes += 1
      if (writes > fitting) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      return real.apply(this, given)
    })
    try {
      await at.deliver('--dry-run')
      const all = writes
      expect(all).toBeGreaterThan(10)
      const before = at.kept()
      for (fitting = 0; fitting < all; fitting += 1) {
        writes = 0
        await expect(at.deliver(), `after ${fitting} writes`).rejects.toThrow('ENOSPC')
        expect(at.kept()).toEqual(before)
      }
    } finally {
      disk.mockRestore()
    }
    expect(await at.deliver()).toMatchObject({ delivered: 1, held_back: 0 })
  })
})
