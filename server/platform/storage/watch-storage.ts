import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { type Storage, storageAway } from './storage.ts'
import { type StorageTrouble, troubleInError } from './storage-trouble.ts'

/** Milliseconds between two probes, and while the storage takes nothing, so that it is used again soon afterwards. */
const EVERY = { usual: 30_000, inTrouble: 5_000 }

/** A start waits no longer for the first probe. */
const PATIENCE = 2_000 // ms

/** A storage whose `trouble` is known without asking it. */
export type WatchedStorage = Storage & {
  /** What the last probe found; undefined while files are taken. */
  readonly trouble: () => StorageTrouble | undefined
}

/**
 * Probes now and then whether the storage takes a file: one that answers may still refuse every upload. Logs one line
 * when it no longer does and one when it does again; what the first probe finds is for the start to say. Meanwhile it
 * gives no permission to upload, which a browser would use in vain. Never fails.
 */
export async function watchStorage(
  storage: Storage,
  name: string,
  log: Pick<BaseLogger, 'warn' | 'info'>,
  every = EVERY,
): Promise<{ readonly storage: WatchedStorage; readonly close: () => Promise<void> }> {
  let trouble: StorageTrouble | undefined
  let timer: NodeJS.Timeout | undefined
  let isStarted = false
  let isClosed = false
  const probe = async () => {
    const found = await storage.probe().catch(troubleInError)
    if (isStarted && found !== undefined && found.words !== trouble?.words) log.warn(troubleSentence(name, found))
    if (isStarted && found === undefined && trouble !== undefined) log.info(`${name} takes files again.`)
    trouble = found
  }
  const probeLater = () => {
    if (isClosed) return
    timer = setTimeout(
      () => {
        running = probe().then(probeLater)
      },
      trouble === undefined ? every.usual : every.inTrouble,
    ).unref()
  }
  let running = probe().then(probeLater)
  await Promise.race([running, sleep(PATIENCE, undefined, { ref: false })])
  isStarted = true
  return {
    storage: {
      ...storage,
      trouble: () => trouble,
      presign: async (...given) => {
        if (trouble !== undefined) throw storageAway(new Error(troubleSentence(name, trouble)))
        return storage.presign(...given)
      },
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
      return running
    },
  }
}

/** For an operator: which storage takes no files, why, and what follows. */
export const troubleSentence = (name: string, { words }: StorageTrouble): string =>
  `${name} ${words}: uploads are refused until it takes files.`
