import { parentPort } from 'node:worker_threads'

/** A thread that repeats every message twice, and that can be made to fail in every possible way. */
parentPort?.on('message', (word: string) => {
  if (word === 'throw') throw new Error('Thrown.')
  if (word === 'leave') process.exit(3)
  while (word === 'hang');
  if (word === 'sleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000) // ms, of the clock alone
  parentPort?.postMessage(`${word} ${word}`)
})
