import { rm } from 'node:fs/promises'
import { databaseTemplate, startProduct } from './product.ts'

/** Once before all stories: a new product makes its database, and every story begins with a copy of it. */
export default async function setup(): Promise<void> {
  await rm(databaseTemplate, { recursive: true, force: true })
  const product = await startProduct('empty-database')
  await product.stop()
}
