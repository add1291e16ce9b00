import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { confined, installationFolderOf } from './confinement.ts'
import { type Ended, endedWithServer, endOf } from './end-of-process.ts'
import type { Office, OfficeOutcome } from './office.ts'
import { makeOfficeFolder, removeLeftovers } from './office-folders.ts'
import { readPlainFile } from './read-plain-file.ts'
import { watchProcess } from './watch-process.ts'

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
    ...['/bin/sh', '-c', `: > "$HOME/${START_MARKER}" && exec "$0" "$@"`],
    ...[realPathOf(soffice), '--headless', '--norestore'],
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    ...['--convert-to', 'pdf:writer_pdf_Export', '--outdir', folder, input],
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
