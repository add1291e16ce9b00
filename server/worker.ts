import { runUntilStopped } from './run-until-stopped.ts'
import { startWorker } from './start-worker.ts'

await runUntilStopped(startWorker, () => ['The worker does conversions, copies and mail.'])
