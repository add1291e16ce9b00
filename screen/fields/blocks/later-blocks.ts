import { later } from '../../parts/index.ts'
import { fetchUpload } from '../upload/index.ts'

const fetchTabs = async () => (await import('./tabs-block.tsx')).TabsBlock
const fetchSchool = async () => (await import('./school-block.tsx')).SchoolBlock
const fetchConfirmThen = async () => (await import('./confirm-then-block.tsx')).ConfirmThenBlock

export const TabsBlock = later(fetchTabs)
export const SchoolBlock = later(fetchSchool)
export const ConfirmThenBlock = later(fetchConfirmThen)

/** Preloads all of them, because an answer may show one of them after the network is gone. */
export async function fetchLazyBlocks(): Promise<void> {
  await Promise.allSettled([fetchTabs(), fetchSchool(), fetchConfirmThen(), fetchUpload()])
}
