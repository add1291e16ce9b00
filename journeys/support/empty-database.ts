import { rm } from 'node:fs/promises'
import { databaseTemplate, startProduct } from './product.ts'

/** Runs once before all stories: a new product creates its database, and every story starts with a copy of it. */
export default async function setup(): Promise<void> {
  await rm(databaseTemplate, { recursive: true, force: true })
  const product = await startProduct('empty-database')
  await product.stop()
}
