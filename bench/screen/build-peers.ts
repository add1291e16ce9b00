import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { emptyApplication, optionsOf, questionsShown, withInstitution } from '../../engine/index.ts'
import { admissions } from '../../form/index.ts'

/** Outside the repository, so that nobody installs these libraries who does not run this bench. */
const folder = join(tmpdir(), 'causeway-bench-peers')
const root = join(import.meta.dirname, '../..')
const { dependencies: ours } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const dependencies = {
  react: ours.react,
  'react-dom': ours['react-dom'],
  '@rjsf/core': '6.11.1',
  '@rjsf/utils': '6.11.1',
  '@rjsf/validator-ajv8': '6.11.1',
  'survey-core': '3.0.0',
  'survey-react-ui': '3.0.0',
  '@formio/js': '5.6.0',
}

export const peers = ['plain', 'rjsf', 'survey', 'formio'] as const
export type Peer = (typeof peers)[number]

/** Installs the libraries if they are not there yet, builds a page with each, and returns the folders of the pages. */
export async function buildPeers(): Promise<Readonly<Record<Peer, string>>> {
  mkdirSync(folder, { recursive: true })
  const wanted = JSON.stringify({ name: 'causeway-bench-peers', private: true, type: 'module', dependencies })
  const file = join(folder, 'package.json')
  if (!existsSync(join(folder, 'installed.json')) || readFileSync(join(folder, 'installed.json'), 'utf8') !== wanted) {
    writeFileSync(file, wanted)
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, stdio: 'ignore' })
    writeFileSync(join(folder, 'installed.json'), wanted)
  }
  const built: Partial<Record<Peer, string>> = {}
  for (const peer of peers) built[peer] = await buildPeer(peer)
  const { plain = '', rjsf = '', survey = '', formio = '' } = built
  return { plain, rjsf, survey, formio }
}

async function buildPeer(peer: Peer): Promise<string> {
  const source = join(folder, peer)
  mkdirSync(source, { recursive: true })
  cpSync(join(import.meta.dirname, `peers/${peer}.js`), join(source, 'main.js'))
  writeFileSync(join(source, 'pages.json'), JSON.stringify(peerPages()))
  writeFileSync(
    join(source, 'index.html'),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Peer</title><script type="module" src="./main.js"></script></head><body><div id="root"></div></body></html>',
  )
  await build({
    configFile: false,
    root: source,
    logLevel: 'silent',
    build: { outDir: 'dist', emptyOutDir: true, target: 'es2022' },
  })
  return join(source, 'dist')
}

/** A question as every peer can ask it. */
export type PeerQuestion = {
  readonly key: string
  readonly label: string
  readonly kind: 'line' | 'lines' | 'choice' | 'radio' | 'check'
  readonly required: boolean
  readonly options: readonly (readonly [value: string, label: string])[]
}

const file: { public: Parameters<typeof withInstitution>[1] } = JSON.parse(
  readFileSync(new URL('../../institution.json', import.meta.url), 'utf8'),
)
const form = withInstitution(admissions, file.public)

/** The questions that a visitor meets on the first two pages of the form, before any answer. */
export const peerPages = (): readonly (readonly PeerQuestion[])[] =>
  form.pages.slice(0, 2).map(({ slug }) =>
    questionsShown(form, emptyApplication)
      .filter(({ page, question }) => page === slug && question.kind !== 'code' && question.kind !== 'upload')
      .map(({ question }) => ({
        key: question.key,
        label: question.label,
        kind: kindOf(question),
        required: question.required === true,
        options: question.kind === 'choice' ? optionsOf(question, '2026-11-22').filter(([value]) => value !== '') : [],
      })),
  )

function kindOf(question: ReturnType<typeof questionsShown>[number]['question']): PeerQuestion['kind'] {
  if (question.kind === 'paragraph') return 'lines'
  if (question.kind === 'tick') return 'check'
  if (question.kind !== 'choice') return 'line'
  return question.as === 'radio' ? 'radio' : 'choice'
}

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }

/** Serves a built page, compressed with brotli as the product's own files are. */
export async function serveFolder(folder: string) {
  const compressed = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const path = join(folder, request.url === '/' ? 'index.html' : (request.url ?? '').replace(/[?#].*$/, ''))
    if (!path.startsWith(folder) || !existsSync(path)) return void response.writeHead(404).end()
    const body = compressed.get(path) ?? brotliCompressSync(readFileSync(path))
    compressed.set(path, body)
    response
      .writeHead(200, {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'content-encoding': 'br',
        'content-length': body.length,
      })
      .end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The page could not be served.')
  return { address: `http://localhost:${address.port}/`, close: () => void server.close() }
}
