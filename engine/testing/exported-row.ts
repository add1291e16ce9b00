import type { Application } from '../application.ts'
import type { Form } from '../blocks.ts'
import { type ExportRow, exportRow } from '../export-row.ts'
import { outlineOf } from '../outline.ts'
import { emptyRegister, registerWith } from '../register.ts'

/** The row of an application that was just signed, of a form that is the first of its register. */
export const exportedRow = (
  form: Form,
  application: Application,
  sender?: Parameters<typeof exportRow>[2],
): ExportRow =>
  exportRow(
    registerWith(emptyRegister, form),
    { form_version: form.version, application, outline: outlineOf(form, application) },
    sender,
  )
