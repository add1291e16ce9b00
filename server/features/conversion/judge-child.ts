import { judgeFile } from './judge-file.ts'
import type { Asked } from './outcome.ts'

// The process that touches one file: it comes in, what became of it goes out. Whatever throws here ends the process,
// and whoever started it calls that a crash.
process.on('message', async (asked: Asked) => {
  process.send?.(await judgeFile(asked))
})
