import { type Child, createChild } from './create-child.ts'
import type { Office, OfficeOutcome } from './office.ts'

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
