export { startS3StandIn } from './s3-stand-in.ts'
