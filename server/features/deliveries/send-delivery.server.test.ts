import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startSftpServer } from '../../../testing/start-sftp-server.ts'
import { putDelivery } from './send-delivery.ts'

const server = await startSftpServer()

describe('a delivery sent to an SFTP server', () => {
  let folder = ''
  let inBox = ''
  const from = () => join(folder, 'made')
  const to = () => ({ ...server.access, folder: inBox })

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-sending-'))
    inBox = join(folder, 'in')
    mkdirSync(inBox)
    mkdirSync(join(from(), 'documents'), { recursive: true })
    writeFileSync(join(from(), 'manifest.json'), '{}\n')
    writeFileSync(join(from(), 'documents/part-001.zip'), Buffer.alloc(3_000_000, 'x'))
    return () => rmSync(folder, { recursive: true })
  })
  afterAll(server.stop)

  test('arrives whole under its name, once', async () => {
    mkdirSync(join(inBox, 'registrar-000001.part/documents'), { recursive: true })
    writeFileSync(join(inBox, 'registrar-000001.part/documents/half.zip'), 'left by a line that broke')
    await putDelivery(from(), 'registrar-000001', to())
    await putDelivery(from(), 'registrar-000001', to())
    expect(readdirSync(inBox)).toEqual(['registrar-000001'])
    const arrived = join(inBox, 'registrar-000001')
    expect(readdirSync(arrived, { recursive: true }).toSorted()).toEqual([
      'documents',
      'documents/part-001.zip',
      'manifest.json',
    ])
    const zip = 'documents/part-001.zip'
    expect(readFileSync(join(arrived, zip)).equals(readFileSync(join(from(), zip)))).toBe(true)
  })

  test('goes to no server with another key, and to no folder that is not there', async () => {
    const stranger = { ...to(), host_key: `SHA256:${'A'.repeat(43)}` }
    await expect(putDelivery(from(), 'registrar-000001', stranger)).rejects.toThrow(/[Hh]ost/)
    await expect(putDelivery(from(), 'registrar-000001', { ...to(), folder: join(folder, 'nowhere') })).rejects.toThrow(
      'there is no such folder',
    )
    expect(readdirSync(inBox)).toEqual([])
  })
})
