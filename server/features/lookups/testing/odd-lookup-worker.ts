import { parentPort } from 'node:worker_threads'

/** A thread that finds what it is asked for, and can be made to fail in each way there is. */
parentPort?.on('message', ({ number, question: { text } }) => {
  if (text === 'throw') throw new Error('Thrown.')
  while (text === 'hang');
  parentPort?.postMessage({ number, answer: [{ text, id: '', sub_text: '' }] })
})
parentPort?.postMessage('ready')
