export { createMetrics, type Metrics, type Reading, reading } from './create-metrics.ts'
export { metricsInMarkdown } from './metric-table.ts'
export { serveMetrics } from './serve-metrics.ts'
