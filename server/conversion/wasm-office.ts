import type { Office } from './office.ts'
import { type Child, openChild } from './open-child.ts'

const START = 150_000 // ms; measured: from 2 to 90 s
const CONVERT = 60_000 // ms
const KEEP_WARM = 15 * 60_000 // ms
const MEMORY = 3 * 1024 ** 3 // bytes; it holds 1.0 to 1.9 GB

/** LibreOffice in WebAssembly, started by the first document, kept warm for 15 minutes, killed and started anew when it hangs. */
export function wasmOffice(): Office {
  let child: Child | undefined
  let cooling: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const convert: Office['convert'] = (docx) => {
    const result = last.then(() => convertNow(docx))
    last = result
    return result
  }

  async function convertNow(docx: Uint8Array): ReturnType<Office['convert']> {
    clearTimeout(cooling)
    if (!child?.isAlive()) {
      child = openChild(new URL('./office-child.ts', import.meta.url), MEMORY, '--allow-worker')
      const started = await child.ask(START)
      if ('crashed' in started) return started
    }
    const answer = await child.ask(CONVERT, docx)
    cooling = setTimeout(() => child?.kill(), KEEP_WARM).unref()
    return 'crashed' in answer ? answer : officeReply(answer.reply)
  }

  return {
    convert,
    close: () => {
      clearTimeout(cooling)
      child?.kill()
    },
  }
}

const officeReply = (reply: unknown) =>
  typeof reply === 'object' && reply !== null && 'pdf' in reply && reply.pdf instanceof Uint8Array
    ? { pdf: reply.pdf }
    : ({ failed: true } as const)
