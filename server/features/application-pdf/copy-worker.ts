import { parentPort } from 'node:worker_threads'
import type { CopyContent } from './copy-content.ts'
import { copySetter } from './set-copy.ts'

/** Runs in a thread of its own: a copy comes in, its PDF goes out. A throw ends the thread, and its owner is told. */
const setCopy = copySetter()
parentPort?.on('message', (copy: CopyContent) => parentPort?.postMessage(setCopy(copy)))
