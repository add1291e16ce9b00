import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort, PATIENCE } from '../testing/index.ts'

const root = join(import.meta.dirname, '../..')
const skipped =
  process.env.CAUSEWAY_PEERS !== '1'
    ? 'script/test --peers runs it'
    : existsSync('/usr/bin/bwrap')
      ? undefined
      : 'bubblewrap is not installed'
if (skipped !== undefined) console.log(`Tests of the image's commands skipped: ${skipped}`)

type Instruction = { readonly keyword: string; readonly text: string }
type Stage = { readonly name: string; readonly instructions: readonly Instruction[] }

/** The stages of the Dockerfile, in the simple form that ours has: one line for each instruction. */
const stages: readonly Stage[] = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  .split(/^FROM /m)
  .slice(1)
  .map((text) => {
    const [first = '', ...lines] = text.split('\n')
    const instructions = lines.flatMap((line) => {
      const [, keyword = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
      return keyword === '' ? [] : [{ keyword, text: rest }]
    })
    return { name: first.split(' AS ')[1] ?? 'final', instructions }
  })

/** Every COPY and RUN of the Dockerfile as plain processes in empty folders, and then its CMD as a container runs it. */
describe.skipIf(skipped !== undefined)('the commands of the Dockerfile', { timeout: 1_200_000 }, () => {
  let folder = ''
  const place = (stage: string, path: string) => join(folder, stage, path)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'causeway-image-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** A root with this machine's programs, and with the folders of a stage where the image has them. */
  function inStage(stage: string, options: readonly string[], command: readonly string[]): readonly string[] {
    const node = dirname(process.execPath)
    const tools = ['/usr', '/bin', '/lib', '/lib64', '/etc', '/opt', '/sbin', node, dirname(node), join(root, '.node')]
    const modules = join(dirname(node), 'lib')
    return [
      ...[...tools, modules].filter(existsSync).flatMap((path) => ['--ro-bind', path, path]),
      ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--die-with-parent', '--chdir', '/app'],
      ...['--clearenv', '--setenv', 'PATH', `${node}:/usr/local/bin:/usr/bin:/bin`, '--setenv', 'HOME', '/tmp'],
      ...options.map((each) => each.replace('STAGE', join(folder, stage))),
      ...command,
    ]
  }

  async function copy(stage: string, text: string): Promise<void> {
    const [, from] = /^--from=(\w+) /.exec(text) ?? []
    const words = text.replace(/^--from=\w+ /, '').split(' ')
    const target = words.at(-1) ?? ''
    for (const source of words.slice(0, -1)) {
      const path = from === undefined ? join(root, source) : place(from, source)
      const into = target === './' ? place(stage, join('app', basename(source))) : place(stage, join('app', target))
      // As .dockerignore: built files of this clone and tests never reach the builder.
      const isSent = (each: string) => from !== undefined || !/\/(dist|fixtures)(\/|$)|\.test\.tsx?$/.test(each)
      await cp(path, into, { recursive: true, verbatimSymlinks: true, filter: isSent })
    }
  }

  async function run(stage: string, text: string): Promise<void> {
    // Changes the system of the image, which this is not. The packages that it names exist, which is all we can see.
    const [, packages] = /apt-get install .*--no-install-recommends ([\w -]+?) &&/.exec(text) ?? []
    if (packages !== undefined) return void (await promisify(execFile)('apt-cache', ['policy', ...packages.split(' ')]))
    const [, folders] = /^mkdir -p ([\w/ ]+) && chown/.exec(text) ?? []
    for (const each of folders?.split(' ') ?? []) await mkdir(place(stage, each), { mode: 0o777 })
    if (folders !== undefined) return
    // What npm needs to reach the registry from this machine.
    const home = homedir()
    const kept = Object.entries(process.env).filter(([name]) => /^npm_config|proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name))
    const options = [
      ...['--bind', 'STAGE/app', '/app', '--bind', home, home, '--setenv', 'HOME', home],
      ...kept.flatMap(([name, value]) => ['--setenv', name, value ?? '']),
    ]
    await promisify(execFile)('bwrap', inStage(stage, options, ['sh', '-ec', text]), { maxBuffer: 1e8 })
  }

  test('build every stage', async () => {
    for (const { name, instructions } of stages) {
      await mkdir(place(name, 'app'), { recursive: true })
      for (const { keyword, text } of instructions) {
        if (keyword === 'COPY') await copy(name, text)
        if (keyword === 'RUN') await run(name, text)
      }
    }
    expect(stages.map(({ name }) => name)).toEqual(['packages', 'build', 'final'])
    const packages = await readdir(place('final', 'app/node_modules'))
    expect(packages).toContain('fastify')
    for (const name of ['typescript', 'vite', 'vitest', 'knip', '@playwright']) expect(packages).not.toContain(name)
  })

  test('start a healthy server as a plain user on a tree that cannot be written', async () => {
    const final = stages.at(-1)?.instructions ?? []
    const textOf = (keyword: string) => final.filter((each) => each.keyword === keyword).at(-1)?.text ?? ''
    const port = String(await freePort())
    const environment = Object.fromEntries(
      textOf('ENV')
        .split(' ')
        .map((pair) => pair.split('=') as [string, string]),
    )
    const given = { ...environment, PORT: port, HOST: '0.0.0.0', BASE_URL: 'https://apply.example.edu' }
    const options = [
      ...['--ro-bind', 'STAGE/app', '/app', '--bind', 'STAGE/data', '/data'],
      ...['--unshare-user', '--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL', '--remount-ro', '/'],
      ...Object.entries(given).flatMap(([name, value]) => ['--setenv', name, value]),
    ]
    const command: readonly string[] = JSON.parse(textOf('CMD'))
    const server = spawn('bwrap', inStage('final', options, command), { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (text) => {
        output += text
      })
    }
    const check: readonly string[] = JSON.parse(/CMD (\[.*\])$/.exec(textOf('HEALTHCHECK'))?.[1] ?? '[]')
    const isHealthy = () =>
      promisify(execFile)(check[0] ?? '', check.slice(1), { env: { PATH: process.env.PATH, PORT: port } }).then(
        () => true,
        () => false,
      )
    try {
      expect(await isHealthy()).toBe(false)
      await vi.waitUntil(async () => {
        if (server.exitCode !== null) throw new Error(`The server ended: ${output}`)
        return isHealthy()
      }, PATIENCE)
      const page = await fetch(`http://127.0.0.1:${port}/about`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('First')])
    } finally {
      server.kill('SIGKILL')
    }
  })
})
