/** Text of the route's `media`, to be stored as a file, which is sent while it is made. Only of a GET. */
export class StreamedReply<Subject = unknown> {
  readonly media: string;
  readonly filename: string;
  /** Called once; ends early when the client disconnects. The first part is awaited before anything is sent. */
  readonly parts: () => AsyncGenerator<string>;
  /** A payload that determines every byte of the text, of a route that caches may keep; null of any other route. */
  readonly subject: Subject | null;

  constructor(
    media: string,
    filename: string,
    parts: () => AsyncGenerator<string>,
    subject: Subject | null = null,
  ) {
    this.media = media;
    this.filename = filename;
    this.parts = parts;
    this.subject = subject;
  }
}
