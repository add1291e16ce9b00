import { judgeFile } from './judge-file.ts'
import type { Asked } from './outcome.ts'

// The process that handles one file: the file comes in, the result goes out. An error thrown here ends the process,
// which its parent reports as a crash.
process.on('message', async (asked: Asked) => {
  process.send?.(await judgeFile(asked))
})
