const ID = "integer 1..";
const EVENT_NAMES = "entry.confirmed|payment.settled|lot.closed|lot.cancelled|draw.completed|ping";
const webhookEndpoint = {
  id: ID,
  url: "string",
  events: `[${EVENT_NAMES}] or null`,
  description: "string or null",
  enabled: "boolean",
  disabledReason: "string or null",
  failingSince: "date-time or null",
  standardWebhooks: "boolean",
  createdAt: "date-time",
  updatedAt: "date-time",
};

/** Extensions about an organisation's webhook endpoints, field by field. */
export const WEBHOOK_SCHEMAS = {
  WebhookEndpoint: webhookEndpoint,
  NewWebhookEndpoint: { ...webhookEndpoint, secret: "string" },
  WebhookEndpointCreate: {
    url: "string 1..2048",
    "events?": `[${EVENT_NAMES}] 1.. or null = null`,
    "description?": "string ..200 or null = null",
    "secret?": "string 1..128 or null",
  },
  WebhookEndpointUpdate: {
    "url?": "string 1..2048 or null",
    "events?": `[${EVENT_NAMES}] 1.. or null`,
    "description?": "string ..200 or null",
    "enabled?": "boolean or null",
  },
  SecretRotation: { "secret?": "string 1..128 or null" },
  RotatedSecret: { id: ID, url: "string", secret: "string" },
  Ping: { eventId: "string" },
  Delivery: {
    id: ID,
    endpointId: ID,
    eventId: "string",
    type: EVENT_NAMES,
    state: "pending|delivered|failed",
    dueAt: "date-time or null",
    createdAt: "date-time",
    finishedAt: "date-time or null",
    attempts: "[DeliveryAttempt]",
  },
  DeliveryAttempt: {
    number: "integer 0..",
    at: "date-time",
    durationMs: "integer 0..",
    status: "integer 0.. or null",
    error: "string or null",
    response: "string or null",
  },
};
