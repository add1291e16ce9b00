import { runUntilStopped } from './app/run-until-stopped.ts'
import { startWorker } from './app/start-worker.ts'

await runUntilStopped(startWorker, () => ['The worker does conversions, copies and mail.'])
