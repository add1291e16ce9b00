import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { copyDatabase, freePort, PATIENCE, type Program, startProgram } from '../testing/index.ts'

/** A real server with short deadlines, and clients that exceed them. */
describe('deadlines', { timeout: 240_000 }, () => {
  let dataDir = ''
  let port = 0
  let server: Program
  const sockets: Socket[] = []

  async function start(environment: Readonly<Record<string, string>>): Promise<void> {
    dataDir = await mkdtemp(join(tmpdir(), 'causeway-deadlines-'))
    await copyDatabase(inject('embeddedTemplate'), dataDir)
    port = await freePort()
    server = await startProgram('main.ts', { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'info', ...environment })
  }
  const end = async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    if (server?.isRunning()) await server.kill()
    if (dataDir !== '') await rm(dataDir, { recursive: true })
    dataDir = ''
  }
  beforeEach(() => end)
  afterAll(end)

  async function client(text: string): Promise<Socket & { received: () => string }> {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (more) => {
      received += more
    })
    socket.on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(text)
    return Object.assign(socket, { received: () => received })
  }
  const head = (path: string, type = 'application/json') =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status

  test('a body that never ends is refused with a sentence, also for an upload, while other requests are served', async () => {
    await start({ REQUEST_SECONDS: '2' })
    const slow = [
      await client(`${head('/public/login')}{"username`),
      await client(`${head('/uploads', 'multipart/form-data; boundary=x')}--x\r\n`),
    ]
    const slowRequest = setInterval(() => {
      for (const socket of slow) socket.write(' ')
    }, 300)
    expect(await ready()).toBe(200)
    await vi.waitUntil(() => slow.every((socket) => socket.closed || socket.readableEnded), PATIENCE)
    clearInterval(slowRequest)
    for (const socket of slow) {
      const [first = '', body = ''] = socket.received().split('\r\n\r\n')
      expect(first).toMatch(/^HTTP\/1\.1 408 /)
      expect(JSON.parse(body)).toEqual({
        code: 'too_slow',
        message: 'That took too long to reach us. Please try again.',
      })
    }
    expect(server.output()).not.toContain('A request failed.')
    expect(await server.stop()).toBe(0)
  })

  test('one slow client does not delay a shutdown, and earlier requests get their replies', async () => {
    await start({ SHUTDOWN_SECONDS: '2', DRAIN_SECONDS: '6' })
    const slow = await client(`${head('/public/login')}{"username`)
    const slowClient = await client('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await vi.waitUntil(() => slowClient.received().includes('{"alive":true}'), PATIENCE)
    const stopped = server.stop()
    // The drain period, in which a balancer can look elsewhere: still serving, but no longer ready.
    await vi.waitUntil(async () => (await ready()) === 503, PATIENCE)
    const body = await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()
    expect(body).toEqual({ ready: false, missing: ['stopping'] })
    slowClient.write('GET /about HTTP/1.1\r\nHost: x\r\n\r\n')
    await vi.waitUntil(() => slowClient.received().includes('</html>'), PATIENCE)
    // Its next request finds another server.
    const [, first, last] = slowClient.received().split('HTTP/1.1 200')
    expect([first, last].map((reply) => /^connection: (.+)\r$/im.exec(reply ?? '')?.[1])).toEqual([
      'keep-alive',
      'close',
    ])
    expect(await stopped).toBe(0)
    expect(slow.closed || slow.readableEnded || slow.destroyed).toBe(true)
  })

  test('a balancer that asks for readiness before each new connection has no request that fails', async () => {
    await start({ DRAIN_SECONDS: '6' })
    const statuses: number[] = []
    const posting = async () => {
      for (let isOpen = true; isOpen || (await ready()) === 200; ) {
        const reply = await fetch(`http://127.0.0.1:${port}/public/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'nobody@mail.example', password: 'x' }),
        })
        await reply.json()
        statuses.push(reply.status)
        isOpen = reply.headers.get('connection') !== 'close'
      }
    }
    const all = Array.from({ length: 8 }, posting)
    await vi.waitUntil(() => statuses.length > 20, PATIENCE)
    const stopped = server.stop()
    await Promise.all(all)
    expect(await stopped).toBe(0)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })

  test('a proxy that never asks for readiness has no request that fails when a busy server stops', async () => {
    await start({})
    const results: string[] = []
    /** Makes a connection for each request, until one is refused: then a proxy asks another server. */
    const asking = async (_: unknown, each: number) => {
      for (let result = ''; result !== 'ECONNREFUSED'; results.push(result)) {
        result = await resultOf(port, 'GET /public/tmp?token=x', 10 * (each % 3))
      }
    }
    const all = Promise.all(Array.from({ length: 30 }, asking))
    await vi.waitUntil(() => results.length > 60, PATIENCE)
    expect(await server.stop()).toBe(0)
    await all
    expect(results.filter((result) => !['404', '429', 'ECONNREFUSED'].includes(result))).toEqual([])
  })
})

/**
 * Makes a connection of its own, sends the request so many milliseconds later, and reads the whole reply: its status, or
 * why there is none.
 */
async function resultOf(port: number, request: string, late: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let failure = 'closed without a whole reply'
  let received = ''
  socket.on('error', (error: NodeJS.ErrnoException) => {
    failure = socket.pending ? (error.code ?? failure) : `${error.code} after the connection was made`
  })
  socket.on('data', (more) => {
    received += more
  })
  socket.once('connect', async () => {
    await sleep(late)
    socket.write(`${request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  })
  await new Promise((resolve) => socket.once('close', resolve))
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const isWhole = Buffer.byteLength(body) === Number(/^content-length: (\d+)/im.exec(head)?.[1])
  return isWhole ? (head.split(' ')[1] ?? failure) : failure
}
