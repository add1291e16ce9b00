import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { confinement } from './confinement.ts'
import { memoryGuard } from './memory-guard.ts'
import type { Office } from './office.ts'

const DEADLINE = 60_000 // ms; measured: 4 s
const MEMORY = 2 * 1024 ** 3 // bytes; it holds 214 MB

/** An installed LibreOffice, a process and a profile for each document. */
export function nativeOffice(soffice: string): Office {
  const running = new Set<() => void>()
  return {
    convert: async (docx) => {
      const folder = await mkdtemp(join(tmpdir(), 'causeway-office-'))
      try {
        return await convertIn(folder, soffice, docx, running)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    close: () => {
      for (const kill of running) kill()
    },
  }
}

async function convertIn(
  folder: string,
  soffice: string,
  docx: Uint8Array,
  running: Set<() => void>,
): ReturnType<Office['convert']> {
  const input = join(folder, 'document.docx')
  await writeFile(input, docx)
  await mkdir(join(folder, 'profile', 'user'), { recursive: true })
  await writeFile(join(folder, 'profile', 'user', 'registrymodifications.xcu'), profile)
  const profileUrl = pathToFileURL(join(folder, 'profile')).href
  const [command = '', ...options] = [
    ...confinement(),
    ...[soffice, '--headless', '--norestore', `-env:UserInstallation=${profileUrl}`],
    ...['--convert-to', 'pdf:writer_pdf_Export', '--outdir', folder, input],
  ]
  // A group of its own: soffice is a script that starts the program proper.
  const child = spawn(command, options, {
    stdio: 'ignore',
    detached: true,
    env: { PATH: process.env.PATH, HOME: folder },
  })
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL')
  }
  running.add(kill)
  let killed = ''
  const stop = (reason: string) => () => {
    killed = reason
    kill()
  }
  const guard = memoryGuard(child, MEMORY, stop('It took too much memory.'))
  const timer = setTimeout(stop(`It was not ready within ${DEADLINE} ms.`), DEADLINE)
  try {
    await once(child, 'exit')
  } catch (error) {
    return { crashed: `It could not be started: ${error}` }
  } finally {
    clearTimeout(timer)
    guard.stop()
    running.delete(kill)
  }
  if (killed !== '' || child.signalCode !== null) return { crashed: killed || `It ended with ${child.signalCode}.` }
  // It says success whether or not it could read the document: only the file tells.
  const pdf = await readFile(join(folder, 'document.pdf')).catch(() => undefined)
  return pdf ? { pdf } : { failed: true }
}

/** Without it a linked image is fetched from the web, and a linked file of this machine is put into the PDF. */
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
</oor:items>
`
