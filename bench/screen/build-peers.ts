import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { peerPages } from './questions.ts'

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
