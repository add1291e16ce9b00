import type { ChildRequest } from './outcome.ts'
import { processFile } from './process-file.ts'

// The process that handles one file: the file comes in, the result goes out. An error thrown here ends the process,
// which its parent reports as a crash.
process.on('message', async (request: ChildRequest) => {
  process.send?.(await processFile(request))
})
