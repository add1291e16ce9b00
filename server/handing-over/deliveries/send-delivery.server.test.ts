import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
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

  test.each([
    ['an SFTP server', to],
    ['a folder of this machine', () => ({ folder: inBox })],
  ])('to %s is not sent again when its record was lost and its folder was taken away', async (_, place) => {
    const away = async () => {
      throw new Error('The database is away.')
    }
    await expect(putDelivery(from(), 'registrar-000001', place(), away)).rejects.toThrow('away')
    rmSync(join(inBox, 'registrar-000001'), { recursive: true })
    const record = vi.fn(async () => {})
    await putDelivery(from(), 'registrar-000001', place(), record)
    expect(record).toHaveBeenCalledOnce()
    expect(readdirSync(inBox)).toEqual([])
  })

  /** A way to the server on which `act` is called once a megabyte has passed. */
  async function relayed(act: (client: Socket, passed: Buffer, upstream: Socket) => void) {
    const relay = createServer((client) => {
      const upstream = connect(server.access.port, server.access.host)
      let passed = 0
      client.on('data', (bytes: Buffer) => {
        passed += bytes.length
        if (passed > 1_000_000) act(client, bytes, upstream)
        else upstream.write(bytes)
      })
      client.on('error', () => {})
      upstream.on('error', () => {})
      upstream.pipe(client)
      client.on('close', () => upstream.destroy())
    })
    await once(relay.listen(0, '127.0.0.1'), 'listening')
    const { port } = relay.address() as AddressInfo
    return { access: { ...to(), host: '127.0.0.1', port }, close: () => relay.close() }
  }

  test('is not there while the connection is lost in the middle, and is whole the next time', async () => {
    const { access, close } = await relayed((client) => client.destroy())
    await expect(putDelivery(from(), 'registrar-000001', access)).rejects.toThrow()
    close()
    expect(readdirSync(inBox)).toEqual(['registrar-000001.part'])
    await putDelivery(from(), 'registrar-000001', to())
    expect(readdirSync(inBox)).toEqual(['registrar-000001'])
  }, 60_000)

  test('fails when the server falls silent in the middle, and is whole the next time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const silent = Promise.withResolvers<void>()
      // Nothing passes any more, as behind a firewall that has forgotten the connection.
      const { access, close } = await relayed((client, _, upstream) => {
        upstream.unpipe(client)
        silent.resolve()
      })
      const sent = putDelivery(from(), 'registrar-000001', access)
      sent.catch(() => {})
      await silent.promise
      await vi.advanceTimersByTimeAsync(90_000)
      await expect(sent).rejects.toThrow()
      close()
    } finally {
      vi.useRealTimers()
    }
    await putDelivery(from(), 'registrar-000001', to())
    expect(readdirSync(inBox)).toEqual(['registrar-000001'])
  })

  test('is never half under its name, also while two processes send it', async () => {
    /** A process that is held up in the middle until `goOn`. */
    async function heldUp() {
      const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const { access, close } = await relayed((_, passed, upstream) => {
        reached.resolve()
        void goOn.promise.then(() => upstream.write(passed))
      })
      const sent = putDelivery(from(), 'registrar-000001', access)
      sent.catch(() => {}).finally(close)
      await reached.promise
      return { sent, goOn: goOn.resolve }
    }
    const bytesThere = () =>
      existsSync(join(inBox, 'registrar-000001'))
        ? statSync(join(inBox, 'registrar-000001/documents/part-001.zip')).size
        : 0
    const first = await heldUp()
    // Nobody has heard of the first one for two minutes.
    const second = await heldUp()
    first.goOn()
    await Promise.allSettled([first.sent])
    expect(bytesThere()).toBe(0)
    second.goOn()
    await second.sent
    expect(bytesThere()).toBe(3_000_000)
    expect(readdirSync(inBox)).toEqual(['registrar-000001'])
  }, 60_000)

  test('goes to no server with another key, and to no folder that is not there', async () => {
    const stranger = { ...to(), host_key: `SHA256:${'A'.repeat(43)}` }
    await expect(putDelivery(from(), 'registrar-000001', stranger)).rejects.toThrow(/[Hh]ost/)
    await expect(putDelivery(from(), 'registrar-000001', { ...to(), folder: join(folder, 'nowhere') })).rejects.toThrow(
      'there is no such folder',
    )
    expect(readdirSync(inBox)).toEqual([])
  })
})
