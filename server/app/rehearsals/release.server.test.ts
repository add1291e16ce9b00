import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** A shell in which there is no network but the machine itself. */
const ALONE = ['--map-root-user', '--net', 'bash', '-ec']

const skipped = (() => {
  if (process.env.CAUSEWAY_PEERS !== '1') return 'script/test --peers runs it'
  try {
    execFileSync('unshare', [...ALONE, 'ip link set lo up'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'this machine allows no namespace without a network (unshare, ip)'
  }
})()
if (skipped !== undefined) console.log(`Rehearsal of a release without a network skipped: ${skipped}`)

test.skipIf(skipped !== undefined)(
  'a release starts without network and npm, and every file is the one it names',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'causeway-release-'))
    try {
      const made = await promisify(execFile)(process.execPath, ['script/release.ts', folder], { cwd: root })
      const archive = made.stdout.trim()
      const place = join(folder, 'installed')
      const programs = join(folder, 'programs')
      for (const each of [place, programs]) await mkdir(each)
      await writeFile(join(programs, 'npm'), '#!/bin/sh\necho "npm was called" >&2\nexit 1\n')
      await chmod(join(programs, 'npm'), 0o755)
      const asks = `
      for (let tries = 0; tries < 600; tries += 1) {
        const ready = await fetch('http://127.0.0.1:8080/readyz').then(({ ok }) => ok, () => false)
        if (ready) break
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      console.log(await (await fetch('http://127.0.0.1:8080/about')).text())`
      const PATH = [programs, dirname(process.execPath), '/usr/sbin', '/usr/bin', '/sbin', '/bin'].join(':')
      const script = `
      sha256sum --quiet --check ${archive}.sha256
      tar -xf ${archive} --strip-components=1 -C ${place}
      cd ${place}
      sha256sum --quiet --check SHA256SUMS
      ip link set lo up
      script/start >${folder}/log 2>&1 &
      trap "kill $!" EXIT
      node --input-type=module -e "$ASKS" || { cat ${folder}/log; exit 1; }`
      const { stdout } = await promisify(execFile)('unshare', [...ALONE, script], {
        cwd: folder,
        env: { PATH, PORT: '8080', DATA_DIR: join(folder, 'data'), ASKS: asks },
        maxBuffer: 1e8,
      })
      expect(stdout).toMatch(/<label[^>]*for="first_name"/)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  600_000,
)
