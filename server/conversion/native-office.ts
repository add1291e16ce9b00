import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { familyConfinement } from './confinement.ts'
import { memoryGuard } from './memory-guard.ts'
import type { Office } from './office.ts'
import { makeOfficeFolder, removeLeftovers } from './office-folders.ts'

const bounds = {
  patience: 60_000, // ms; measured: 4 s
  memory: 2 * 1024 ** 3, // bytes; it holds 214 MB
}

/** Shells end with this and more when a command cannot be started or was ended by a signal. */
const NOT_STARTED = 126

/** An installed LibreOffice, a process and a profile for each document. */
export function nativeOffice(soffice: string, { patience, memory } = bounds): Office {
  const running = new Set<() => void>()
  const swept = removeLeftovers()

  async function convertIn(folder: string, docx: Uint8Array): ReturnType<Office['convert']> {
    const [command = '', ...options] = await commandIn(folder, soffice, docx)
    // A group of its own: soffice is a script that starts the program proper.
    const env = { PATH: process.env.PATH, HOME: folder }
    const child = spawn(command, options, { stdio: 'ignore', detached: true, env })
    let reason = ''
    const end = (because: string) => () => {
      reason ||= because
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL')
    }
    const close = end('It was ended.')
    running.add(close)
    const guard = memoryGuard(child, memory, end(`It took more than ${Math.round(memory / 1024 ** 2)} MB.`))
    const timer = setTimeout(end(`It was not ready within ${patience} ms.`), patience)
    try {
      await once(child, 'exit')
    } catch (error) {
      return { crashed: `It could not be started: ${error}` }
    } finally {
      clearTimeout(timer)
      guard.stop()
      running.delete(close)
    }
    if (reason !== '') return { crashed: reason }
    if (child.exitCode === null || child.exitCode >= NOT_STARTED)
      return { crashed: `It ended with ${child.signalCode ?? `code ${child.exitCode}`}.` }
    // It says success whether or not it could read the document: only the file tells.
    const pdf = await readFile(join(folder, 'document.pdf')).catch(() => undefined)
    return pdf ? { pdf } : { failed: true }
  }

  return {
    convert: async (docx) => {
      await swept
      const folder = await makeOfficeFolder()
      try {
        return await convertIn(folder, docx)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    close: () => {
      for (const close of running) close()
    },
  }
}

/** Lays a document and a profile into the folder. Returns the command that makes `document.pdf` of it. */
async function commandIn(folder: string, soffice: string, docx: Uint8Array): Promise<readonly string[]> {
  const input = join(folder, 'document.docx')
  const user = join(folder, 'profile', 'user')
  await mkdir(user, { recursive: true })
  await Promise.all([writeFile(input, docx), writeFile(join(user, 'registrymodifications.xcu'), profile)])
  return [
    ...familyConfinement(),
    ...[soffice, '--headless', '--norestore', `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`],
    ...['--convert-to', 'pdf:writer_pdf_Export', '--outdir', folder, input],
  ]
}

/** Without it a linked image is fetched from the web, and a linked file of this machine is put into the PDF. */
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
</oor:items>
`
