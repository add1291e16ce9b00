import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { isSettingName, readSettings } from '../server/index.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')

const dockerfile = DockerfileParser.parse(read('Dockerfile'))
const words = (keyword: string) =>
  dockerfile
    .getInstructions()
    .filter((instruction) => instruction.getInstruction() === keyword)
    .map((instruction) => instruction.getArgumentsContent() ?? '')

type Service = {
  environment?: Record<string, string>
  image?: string
  stop_grace_period?: string
  ports?: string[]
  secrets?: string[]
  volumes?: string[]
  healthcheck?: { test?: string[] }
}
const compose: { services: Record<string, Service> } = parse(read('compose.yaml'), { merge: true })

test('the Dockerfile has no fault that a linter knows', () => {
  expect(validate(read('Dockerfile')).map(({ message }) => message)).toEqual([])
})

test('the base image is named with its whole version, the program runs as a plain user, and its health is asked', () => {
  expect(words('FROM').map((each) => each.split(' ')[0])).toEqual(
    words('FROM').map(() => expect.stringMatching(/^node:\d+\.\d+\.\d+-/)),
  )
  expect(words('USER')).toEqual(['node'])
  expect(words('HEALTHCHECK')).toHaveLength(1)
  for (const name of ['server-1', 'server-2', 'worker', 'migrate', 'word-converter']) {
    expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  }
})

test('every file that the Dockerfile copies exists and is sent to the builder', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, paths = '']) =>
    paths.split(' ').slice(0, -1),
  )
  expect(copied.length).toBeGreaterThan(10)
  const sent = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  for (const path of copied) {
    expect(existsSync(join(root, path)), path).toBe(true)
    expect(sent).toContain(`!${path}`)
  }
})

test('the image has every folder that the server imports, and no other program', () => {
  const servers = execFileSync('git', ['ls-files', 'server', 'api', 'engine', 'form'], { cwd: root, encoding: 'utf8' })
  const imported = servers
    .split('\n')
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/testing\/|fixtures\//.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/from '((?:\.\.\/)+)(\w[\w-]*)\//g)].map((match) => ({
        path,
        match,
      })),
    )
    .filter(({ path, match }) => (match[1] ?? '').length / 3 === path.split('/').length - 1)
    .map(({ match }) => match[2])
  const [, final = ''] = read('Dockerfile').split(/^FROM (?!.* AS )/m)
  for (const folder of new Set([...imported, 'languages']))
    expect(final, String(folder)).toContain(`COPY ${folder} ${folder}`)
  expect(final).not.toMatch(/chromium|playwright|vitest|npm ci/i)
})

test('the image has the program of every command that an operator runs in it', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const docs = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  const named = new Set([...docs.matchAll(/`npm run ([\w-]+)/g)].map(([, name = '']) => name))
  // What a clone has, not an image: building, measuring and writing these pages, and a converter that the image has.
  const ofAClone = ['build', 'bench', 'docs', 'install-word-converter']
  const programs = [...named]
    .filter((name) => !ofAClone.includes(name))
    .map((name) => scripts[name]?.split(' ')[1] ?? name)
  expect(programs).toContain('server/platform/control/command.ts')
  const [, final = ''] = read('Dockerfile').split(/^FROM (?!.* AS )/m)
  const copied = [...final.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
  expect(programs.filter((path) => !copied.some((each) => path === each || path.startsWith(`${each}/`)))).toEqual([])
})

test('every setting in the compose file and in the units exists, and ports agree', () => {
  const ofNodeOrGlibc = ['NODE_EXTRA_CA_CERTS', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_']
  const programs = Object.entries(compose.services).filter(([name]) => /^(server|worker|migrate|word)/.test(name))
  expect(programs.map(([name]) => name)).toEqual(['migrate', 'server-1', 'server-2', 'worker', 'word-converter'])
  const named = [
    ...programs.flatMap(([, { environment }]) => Object.keys(environment ?? {})),
    ...readdirSync(join(root, 'deploy/systemd')).flatMap((file) =>
      [...read(`systemd/${file}`).matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = '']) =>
        pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''),
      ),
    ),
  ]
  expect(named.filter((name) => !isSettingName(name) && !ofNodeOrGlibc.includes(name))).toEqual([])
  const port = compose.services['server-1']?.environment?.PORT
  expect(words('EXPOSE')).toEqual([port])
  for (const proxy of ['nginx.conf', 'Caddyfile']) expect(read(proxy)).toContain(`server-2:${port}`)
})

test.each(['../script/start', 'Dockerfile', 'systemd/causeway-server@.service', 'systemd/causeway-worker@.service'])(
  '%s lets glibc give back what the start frees',
  (file) => expect(read(file)).toContain('MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072'),
)

const ours = Object.keys(compose.services).filter((name) => compose.services[name]?.image === 'causeway')

/** What a program finds in its environment: what the image sets, and what compose gives it from a complete .env. */
function environmentOf(name: string): Record<string, string> {
  const image = words('ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('=')))
  const filled = { SECRET_KEY: `k1:${Buffer.alloc(32).toString('base64')}` }
  const given = Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [
    key,
    value
      .replaceAll(/\$\{(\w+):\?\}/g, (_, variable) => Object(filled)[variable] ?? 'x')
      .replaceAll(/\$\{\w+:-(.*?)\}/g, '$1'),
  ])
  return Object.fromEntries([...image, ...given])
}

test.each(ours.filter((name) => name !== 'migrate'))('%s of the compose file starts with what it is given', (name) => {
  const settings = readSettings(environmentOf(name))
  expect(settings.metrics, 'reached by its neighbors').toEqual(
    name === 'word-converter' ? undefined : { host: '0.0.0.0', port: 9100 },
  )
  expect(compose.services[name]?.ports).toBeUndefined()
})

test.each(ours)('every path that compose gives %s is mounted', (name) => {
  const { environment = {}, volumes = [], secrets = [] } = compose.services[name] ?? {}
  const mounted = volumes.map((each) => each.split(':'))
  const paths = [...secrets.map((each) => `/run/secrets/${each}`), ...mounted.map(([, target]) => target)]
  expect(Object.values(environment).filter((value) => value.startsWith('/') && !paths.includes(value))).toEqual([])
  const [, made = ''] = /^mkdir -p (.+) && chown node:node \1$/m.exec(words('RUN').join('\n')) ?? []
  for (const [source = '', target = ''] of mounted) {
    // A volume gets the owner of the image's folder. Of this repository only single files are mounted.
    if (source.startsWith('.')) expect(statSync(join(root, 'deploy', source)).isFile(), source).toBe(true)
    else expect(made.split(' '), target).toContain(target)
  }
})

test('the mounted institution has its mark beside it', () => {
  const { volumes = [] } = compose.services.worker ?? {}
  const { private: entries } = JSON.parse(readFileSync(join(root, 'institution.json'), 'utf8'))
  const { INSTITUTION_FILE = '' } = environmentOf('worker')
  expect(volumes).toContain(`../${entries.pdf_mark}:${join(INSTITUTION_FILE, '..', entries.pdf_mark)}:ro`)
})

test('PostgreSQL is healthy when it answers by TCP, not while a temporary server makes the database', () => {
  expect(compose.services.postgres?.healthcheck?.test?.join(' ')).toMatch(/^CMD pg_isready -h 127\.0\.0\.1 /)
})

test('a supervisor waits for as long as a stop may take', () => {
  const seconds = ({ DRAIN_SECONDS, SHUTDOWN_SECONDS }: Record<string, string> = {}) =>
    Number(DRAIN_SECONDS) + Number(SHUTDOWN_SECONDS) + 60
  for (const name of ['server-1', 'server-2', 'worker']) {
    const service = compose.services[name]
    expect(service?.stop_grace_period).toBe(`${seconds(service?.environment)}s`)
  }
  for (const file of readdirSync(join(root, 'deploy/systemd'))) {
    const unit = read(`systemd/${file}`)
    const environment = Object.fromEntries(
      [...unit.matchAll(/\b(\w+_SECONDS)=(\d+)/g)].map(([, name, value]) => [name, value]),
    )
    expect(unit).toContain(`TimeoutStopSec=${seconds(environment)}`)
  }
})

test('the password of the owner of the tables reaches only the command that changes them', () => {
  const knowing = Object.entries(compose.services).filter(([, service]) =>
    /OWNER_PASSWORD/.test(JSON.stringify(service)),
  )
  expect(knowing.map(([name]) => name)).toEqual(['migrate', 'postgres'])
})

const isThere = existsSync('/usr/bin/systemd-analyze')
test.skipIf(!isThere)('systemd finds no fault in the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-units-'))
  try {
    for (const file of readdirSync(join(root, 'deploy/systemd'))) {
      const unit = join(folder, file.replace('@.', '@3001.'))
      // A machine without Node in /usr/bin is no fault of the unit.
      writeFileSync(unit, read(`systemd/${file}`).replace('/usr/bin/node', '/usr/bin/env'))
      const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
      expect(stderr.split('\n').filter((line) => line.includes(folder))).toEqual([])
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('every image is named with a version', () => {
  for (const [name, { image }] of Object.entries(compose.services)) {
    if (image !== 'causeway') expect(image, name).toMatch(/:v?\d+\.\d+/)
  }
})
