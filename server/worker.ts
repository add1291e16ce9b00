import { runUntilStopped } from './app/run-until-stopped.ts'
import { startWorker } from './app/start-worker.ts'

await runUntilStopped('worker', startWorker, () => [
  'The worker converts documents, makes application PDFs and sends mail.',
])
