import { IndexMigration } from "../schema/migration.ts";

/** Finds codes that are due without reading the other mails that wait before them. */
export default class CodesFirst extends IndexMigration {
  override readonly sql = `
    create index concurrently if not exists mail_code_due on mail (due_at)
      where due_at is not null and kind = 'sign_in_code';
  `;
}
