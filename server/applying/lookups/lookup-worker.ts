import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import { giveBackMemory } from '../../platform/memory/index.ts'
import { answerLookups } from './answer-lookups.ts'
import type { ThreadData } from './create-lookup-thread.ts'
import type { SchoolList } from './lists/read-list.ts'

// On Linux this sets the priority of this thread only: with few cores, a save goes before a search.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** Runs in a separate thread: reports that it is ready, then answers each question under its number. */
const { contents, near }: ThreadData = workerData
// Compressed by import-worker.ts.
const lists = contents.map((content): SchoolList => JSON.parse(gunzipSync(content).toString('utf8')))
const answer = answerLookups(lists, near)
parentPort?.on('message', ({ number, question }) => parentPort?.postMessage({ number, answer: answer(question) }))
giveBackMemory()
parentPort?.postMessage('ready')
