/** Text of the route's `media`, to be stored as a file, which is sent while it is made. Only of a GET. */
export class StreamedReply {
  readonly media: string;
  readonly filename: string;
  /** Called once; ends early when the client disconnects. The first part is awaited before anything is sent. */
  readonly parts: () => AsyncGenerator<string>;

  constructor(media: string, filename: string, parts: () => AsyncGenerator<string>) {
    this.media = media;
    this.filename = filename;
    this.parts = parts;
  }
}
