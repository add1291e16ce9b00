import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startupError } from '../../platform/settings/index.ts'
import { type Child, confined, confinement, createChild, installationFolderOf, watchProcess } from './create-child.ts'
import { type Ended, endedWithServer, endOf, type Office, type OfficeOutcome, PDF_OPTIONS } from './outcome.ts'
import { readPlainFile } from './read-plain-file.ts'
import { isServed, spoolOffice } from './spool.ts'

/**
 * The LibreOffice to use: one in another container, through the folder `wordSpool`; otherwise an installed one (or the
 * one at `soffice`); otherwise its WebAssembly build; otherwise none. Whatever the settings name must exist.
 */
export function createOffice(soffice: string | undefined, wordSpool?: string): Office | undefined {
  if (wordSpool !== undefined) {
    if (!isUsable(wordSpool, 'folder'))
      throw startupError(`WORD_SPOOL names ${wordSpool}, which is not a folder that this user may write.`)
    return spoolOffice(wordSpool)
  }
  if (soffice !== undefined && !isUsable(soffice, 'program'))
    throw startupError(`SOFFICE names ${soffice}, which is not a program that this user may run.`)
  const installed = soffice ?? inPath('soffice')
  if (installed !== undefined) return nativeOffice(installed)
  return isInstalled('@matbee/libreoffice-converter') ? wasmOffice() : undefined
}

function isUsable(path: string, kind: 'folder' | 'program'): boolean {
  const { R_OK, W_OK, X_OK } = constants
  try {
    accessSync(path, kind === 'folder' ? R_OK | W_OK | X_OK : X_OK)
    return statSync(path).isDirectory() === (kind === 'folder')
  } catch {
    return false // missing, or not for this user: the caller names it
  }
}

const inPath = (name: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false // script/start leaves it out, because it is a third of the installation
  }
}

/** What an operator should know about the converters on this machine, one sentence each. */
export async function conversionWarnings(
  wordSpool: string | undefined,
  office: Office | undefined,
): Promise<readonly string[]> {
  const isUnserved = wordSpool !== undefined && !(await isServed(wordSpool))
  const wordWarning = [
    ...(isUnserved
      ? [`Word documents are not converted: no Word converter serves ${wordSpool} (npm run word-converter).`]
      : []),
    ...(office ? [] : [`Word documents are refused, a PDF is asked for: ${INSTALL}.`]),
  ]
  switch (confinement()) {
    case 'files':
      return wordWarning
    case 'network':
      return [...wordWarning, `Converters have no network, but are not confined in files and sockets: ${ADVICE}.`]
    case 'none':
      return [...wordWarning, `Converters are confined neither in files and sockets nor in the network: ${ADVICE}.`]
  }
}

const INSTALL = 'run npm run install-word-converter and start again, or install LibreOffice'
const ADVICE =
  'install bubblewrap, or convert Word documents in a container of their own (docs/operating.md, Documents)'

const defaultLimits = {
  processor: 40_000, // ms; measured: 4 s
  idle: 60_000, // ms
  elapsed: 600_000, // ms
  memory: 2 * 1024 ** 3, // bytes; it uses 214 MB
}

/** The exit codes of shells when a command is missing or may not be run. */
const NOT_STARTED = [126, 127]

/** A file created inside the confinement. If it is missing, the confinement itself failed, not the document. */
const START_MARKER = 'started'

/** An installed LibreOffice, with a new process and profile for each document. */
export function nativeOffice(soffice: string, { memory, ...limits } = defaultLimits): Office {
  const running = new Set<(why: Ended) => void>()
  const leftoversRemoved = removeLeftovers()

  async function convertIn(folder: string, docx: Uint8Array): Promise<OfficeOutcome> {
    const [command = '', ...options] = await commandIn(folder, soffice, docx)
    // A separate process group, because soffice is a script that starts the actual program.
    const env = { PATH: process.env.PATH, HOME: folder }
    const child = spawn(command, options, { stdio: 'ignore', detached: true, env })
    let end: Ended | undefined
    const kill = (why: Ended) => {
      end ??= why
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL')
    }
    running.add(kill)
    const watch = watchProcess(child, memory, kill)
    watch.start(limits)
    try {
      await once(child, 'exit')
    } catch (error) {
      return { interrupted: `It could not be started: ${error}` }
    } finally {
      watch.stop()
      running.delete(kill)
    }
    if (end !== undefined) return end
    const { exitCode, signalCode } = child
    const hasStarted = existsSync(join(folder, START_MARKER)) && !NOT_STARTED.some((code) => code === exitCode)
    if (!hasStarted) return { interrupted: `It could not be started (code ${exitCode ?? signalCode}).` }
    if (exitCode === null || exitCode > 128) return endOf(exitCode, signalCode)
    // LibreOffice reports success even when it could not read the document, so only the file counts.
    const pdf = await readPlainFile(join(folder, 'document.pdf'))
    return pdf ? { pdf } : { failed: true }
  }

  return {
    convert: async (docx) => {
      await leftoversRemoved
      const folder = await makeOfficeFolder()
      try {
        return await convertIn(folder, docx)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    close: () => {
      for (const kill of running) kill(endedWithServer)
    },
  }
}

/** Writes a document and a profile into the folder. Returns the command that converts it to `document.pdf`. */
async function commandIn(folder: string, soffice: string, docx: Uint8Array): Promise<readonly string[]> {
  const input = join(folder, 'document.docx')
  const user = join(folder, 'profile', 'user')
  const tmp = join(folder, 'tmp')
  await Promise.all([user, tmp].map((each) => mkdir(each, { recursive: true })))
  await Promise.all([writeFile(input, docx), writeFile(join(user, 'registrymodifications.xcu'), profile)])
  return confined({ readable: [installationFolderOf(realPathOf(soffice))], writable: { folder, tmp } }, [
    '/bin/sh',
    '-c',
    `: > "$HOME/${START_MARKER}" && exec "$0" "$@"`,
    realPathOf(soffice),
    '--headless',
    '--norestore',
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    '--convert-to',
    `pdf:writer_pdf_Export:${PDF_OPTIONS}`,
    '--outdir',
    folder,
    input,
  ])
}

/** The program's real folder, with links resolved: a confined process sees only that folder. */
function realPathOf(soffice: string): string {
  try {
    return realpathSync(soffice)
  } catch {
    return soffice // it was removed while the server runs; starting the command will report that
  }
}

/** Without it, a linked image is fetched from the web, and a linked file on this machine is put into the PDF. */
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
</oor:items>
`

// The process number shows whose folder it is. The rest shows whether it is still the same process, because in
// containers every server has the same number.
const FOLDER = 'causeway-office-'
const run = randomUUID().slice(0, 8)
const named = new RegExp(`^${FOLDER}(\\d+)-(\\w+)-`)

/** A new folder for one document, accessible only to this user; the caller removes it. */
const makeOfficeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-${run}-`))

/** Removes the documents of servers that were killed halfway. Never fails: what cannot be removed is another user's. */
export async function removeLeftovers(remove = removeFolder): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const [, owner, ownerRun] = named.exec(name) ?? []
    if (owner === undefined) continue
    const isLeftover = Number(owner) === process.pid ? ownerRun !== run : !isAlive(Number(owner))
    if (isLeftover) await remove(join(tmpdir(), name)).catch(() => {})
  }
}

const removeFolder = (path: string) => rm(path, { recursive: true, force: true })

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user cannot be signaled, but it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const MEMORY = 3 * 1024 ** 3 // bytes; it uses 1.0 to 1.9 GB

/** Measured: from 3 to 13 s on the clock. A slow start says nothing about a file. */
const start = { processor: 300_000, idle: 60_000, elapsed: 600_000 } as const

/** Measured: less than 2 s for 95 of 100 documents. */
const work = { processor: 40_000, idle: 60_000, elapsed: 600_000 } as const
const SPARE_LIFETIME = 15 * 60_000 // ms

type StartedChild = { readonly child: Child; readonly started: ReturnType<Child['ask']> }

/**
 * LibreOffice in WebAssembly, with a new process for each document. It starts slowly, so after the first document a
 * spare process waits for the next one. The spare has seen no document and ends 15 minutes after the last one.
 */
export function wasmOffice(startChild: () => Child = startOfficeChild, keepSpare = SPARE_LIFETIME): Office {
  let spare: StartedChild | undefined
  let ending: NodeJS.Timeout | undefined
  let closed = false
  const running = new Set<Child>()

  const startSpare = (): StartedChild => {
    const child = startChild()
    return { child, started: child.ask(start) }
  }
  const endSpare = () => {
    clearTimeout(ending)
    spare?.child.kill()
    spare = undefined
  }

  async function convert(docx: Uint8Array): Promise<OfficeOutcome> {
    clearTimeout(ending)
    const { child, started } = spare?.child.isAlive() ? spare : startSpare()
    spare = undefined
    running.add(child)
    try {
      const answer = await started
      if (!('reply' in answer)) return 'exhausted' in answer ? { late: answer.exhausted } : answer
      const done = await child.ask(work, docx)
      return 'reply' in done ? officeReply(done.reply) : done
    } finally {
      running.delete(child)
      child.kill()
      if (!closed) {
        endSpare()
        spare = startSpare()
        ending = setTimeout(endSpare, keepSpare).unref()
      }
    }
  }

  return {
    convert,
    close: () => {
      closed = true
      endSpare()
      for (const child of running) child.kill()
    },
  }
}

const startOfficeChild = () => createChild(new URL('./office-child.ts', import.meta.url), MEMORY, '--allow-worker')

const officeReply = (reply: unknown) =>
  typeof reply === 'object' && reply !== null && 'pdf' in reply && reply.pdf instanceof Uint8Array
    ? { pdf: reply.pdf }
    : ({ failed: true } as const)
