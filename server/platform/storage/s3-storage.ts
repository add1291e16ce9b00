import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import type { Settings } from '../settings/index.ts'
import { PROBE, type Storage, storageAway, storageKeys, UPLOAD_TYPE, uploadLifetime } from './storage.ts'
import { type StorageTrouble, troubleInError, troubleInReply } from './storage-trouble.ts'

/** Milliseconds; a storage that does not respond within these times counts as away. */
const timeouts = { connectionTimeout: 5_000, requestTimeout: 20_000, throwOnRequestTimeout: true }

/** Files in a bucket of S3 or a compatible server. Uploads go there directly, without passing through this server. */
export function s3Storage(
  { endpoint, bucket, region, credentials }: NonNullable<Settings['s3']>,
  installation: string,
): Storage {
  const client = new S3Client({
    endpoint,
    region,
    ...(credentials && { credentials }),
    requestHandler: timeouts,
    forcePathStyle: true, // the bucket's name goes in the path: every server supports it, and the CSP needs one origin
    requestChecksumCalculation: 'WHEN_REQUIRED', // not every server supports the newer checksums
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const location = (key: string) => ({ Bucket: bucket, Key: key })
  const { keyOf, requireOwn, beginnings } = storageKeys(installation)
  const bytesOf = async (key: string) =>
    (await client.send(new GetObjectCommand(location(key))).catch(ignoreMissing))?.Body?.transformToByteArray()
  /** Removes all versions of all files whose key begins so, and the marks of those that were removed before. */
  async function eraseVersions(beginning: string): Promise<void> {
    // Nothing is skipped: what was listed is gone before the next list.
    for (;;) {
      const page = await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: beginning }))
      const versions = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]
      for (const { Key, VersionId } of versions)
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key, VersionId }))
      if (!page.IsTruncated || versions.length === 0) return
    }
  }
  const presign = (key: string, mostBytes: number) =>
    createPresignedPost(client, {
      ...location(key),
      Conditions: [['content-length-range', 1, mostBytes]],
      Fields: { 'Content-Type': UPLOAD_TYPE },
      Expires: uploadLifetime(mostBytes),
    })

  return {
    keyOf,
    presign,
    sizeOf: async (key) =>
      (
        await client
          .send(new HeadObjectCommand(location(key)))
          .catch(ignoreMissing)
          .catch(throwOutage)
      )?.ContentLength,
    read: (key) => bytesOf(key).catch(throwOutage),
    write: async (key, bytes) => {
      await client
        .send(new PutObjectCommand({ ...location(key), Body: bytes, ContentType: UPLOAD_TYPE }))
        .catch(throwOutage)
    },
    remove: async (key) => {
      requireOwn(key)
      await client
        .send(new DeleteObjectCommand(location(key)))
        .catch(ignoreMissing)
        .catch(throwOutage)
    },
    removeDrafts: async () => {}, // an object is stored whole or not at all
    erase: async (kind, id) => {
      for (const beginning of beginnings(kind, id)) await eraseVersions(beginning).catch(throwOutage)
    },
    listOlderThan: async function* (moment, ...words) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: keyOf(...words, '') })) {
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key !== undefined && LastModified !== undefined && LastModified < moment) yield Key
        }
      }
    },
    checkAccess: async () => {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    },
    probe: async () => {
      const key = keyOf(...PROBE)
      const trouble = await postForm(await presign(key, PROBE_BYTES)).catch(troubleInError)
      // Uploads do not depend on it, and the next probe replaces what stayed.
      if (trouble === undefined) await eraseVersions(key).catch(() => {})
      return trouble
    },
    routes: async () => {},
  }
}

const PROBE_BYTES = 16
const PROBE_TIMEOUT = 10_000 // ms

/** Sends an upload form as a browser does: a storage that knows every other call may refuse these. */
async function postForm({ url, fields }: Awaited<ReturnType<Storage['presign']>>): Promise<StorageTrouble | undefined> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob(['probe'], { type: UPLOAD_TYPE }), 'probe')
  const signal = AbortSignal.timeout(PROBE_TIMEOUT)
  const reply = await fetch(url, { method: 'POST', body: form, signal, redirect: 'manual' })
  return troubleInReply(reply.status, reply.headers.get('content-type') ?? '', await reply.text())
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof NoSuchKey || error instanceof NotFound)) throw error
}

function throwOutage(error: unknown): never {
  throw storageAway(error)
}
