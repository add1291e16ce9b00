import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../testing/free-port.ts'

/** Where a stand-in or a real server listens, and its one account. */
export type S3ForTests = {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly stop: () => Promise<void>
}

const VERSION = 'v1.8.0'
const BUILD = 10 * 60_000 // ms

/**
 * Starts a real S3 server (versitygw) on a free port of 127.0.0.1, with its own folder. Go builds it once into a cache
 * folder, which takes minutes, so only `script/test --peers` asks for it. Otherwise returns why it was skipped. It has
 * the bucket `documents` and those named.
 */
export async function startVersitygw(
  buckets: readonly string[] = [],
): Promise<S3ForTests | { readonly skipped: string }> {
  if (process.env.CAUSEWAY_PEERS !== '1') return { skipped: 'script/test --peers builds it' }
  const go = ['/usr/local/go/bin/go', '/usr/bin/go'].find((path) => existsSync(path))
  if (go === undefined) return { skipped: 'Go, which builds it, is not installed' }
  const binary = await built(go)
  const folder = await mkdtemp(join(tmpdir(), 'causeway-s3-'))
  const account = { bucket: 'documents', region: 'us-east-1', accessKeyId: 'tester', secretAccessKey: 'tester-secret' }
  for (const bucket of [account.bucket, ...buckets]) await mkdir(join(folder, bucket))
  const port = await freePort()
  const server = spawn(
    binary,
    ['--port', `127.0.0.1:${port}`, '--region', account.region, 'posix', '--nometa', folder],
    {
      env: { ROOT_ACCESS_KEY: account.accessKeyId, ROOT_SECRET_KEY: account.secretAccessKey },
      stdio: 'ignore',
    },
  )
  const endpoint = `http://127.0.0.1:${port}`
  while (
    !(await fetch(endpoint).then(
      () => true,
      () => false,
    ))
  ) {
    if (server.exitCode !== null) throw new Error('The S3 server for the tests did not start.')
    await sleep(50)
  }
  const stop = async () => {
    server.kill()
    await once(server, 'exit')
    await rm(folder, { recursive: true })
  }
  return { endpoint, ...account, stop }
}

async function built(go: string): Promise<string> {
  const cache = join(homedir(), '.cache', 'causeway-peers', `versitygw-${VERSION}`)
  const binary = join(cache, 'versitygw')
  if (!existsSync(binary)) {
    const options = { env: { ...process.env, GOBIN: cache }, timeout: BUILD }
    await promisify(execFile)(go, ['install', `github.com/versity/versitygw/cmd/versitygw@${VERSION}`], options)
  }
  return binary
}
