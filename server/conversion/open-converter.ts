import type { Office } from './office.ts'
import { openChild } from './open-child.ts'
import type { Judged, Outcome } from './outcome.ts'
import { refusals } from './refusals.ts'

const DEADLINE = 30_000 // ms; measured: under 2 s for the largest file that is taken
const MEMORY = 1024 ** 3 // bytes; 50 megapixels take about half of it
const LARGEST = 16 * 1024 ** 2 // bytes of a PDF that is kept

/** Turns uploaded files into PDFs, in processes that can be killed. */
export type Converter = {
  /** Never throws for what a file does, only once it is closed. The content decides what a file is. */
  readonly convert: (bytes: Uint8Array) => Promise<Outcome>
  /** Ends every process; what is not finished throws. */
  readonly close: () => void
}

/** A converter whose processes start with the first file. Without an office Word documents are refused. */
export function openConverter(office: Office | undefined): Converter {
  const running = new Set<() => void>()
  let closed = false

  async function judge(bytes: Uint8Array): Promise<Judged | { readonly crashed: string }> {
    const child = openChild(
      new URL('./judge-child.ts', import.meta.url),
      MEMORY,
      '--allow-addons',
      '--max-old-space-size=512',
    )
    running.add(child.kill)
    try {
      const answer = await child.ask(DEADLINE, bytes)
      // What the process sends is what judge-child.ts says: no file has a way to speak in its place.
      return 'crashed' in answer ? answer : (answer.reply as Judged)
    } finally {
      running.delete(child.kill)
      child.kill()
    }
  }

  async function convertDocx(bytes: Uint8Array): Promise<Outcome> {
    if (!office) return { refused: refusals.noWord }
    const made = await office.convert(bytes)
    if ('failed' in made) return { refused: refusals.brokenWord }
    if ('crashed' in made) return made
    // What LibreOffice makes of a document may link to files: it goes the way of every other PDF.
    const clean = await judge(made.pdf)
    return 'kind' in clean ? { crashed: 'LibreOffice made no PDF.' } : clean
  }

  return {
    convert: async (bytes) => {
      const judged = await judge(bytes)
      const outcome = 'kind' in judged ? await convertDocx(bytes) : judged
      if (closed) throw new Error('The converter is closed.')
      return 'pdf' in outcome && outcome.pdf.length > LARGEST ? { refused: refusals.tooLong } : outcome
    },
    close: () => {
      closed = true
      office?.close()
      for (const kill of running) kill()
    },
  }
}
