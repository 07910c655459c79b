// Written by `npm run client-types` from docs/openapi-admin.json.

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List items that need attention
         * @description Returns running processes, the state of the chain, failing rails and endpoints, halted competitions, and counts of waiting work: webhooks, refunds, draws, mails, disputes and unmatched payments.
         */
        get: operations["getServiceHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds that need attention
         * @description Returns refunds of all organisations, oldest first. Without `state`, returns manual and failed refunds.
         */
        get: operations["listWaitingRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disputes of all organisations
         * @description Returns disputes in the order in which they were opened.
         */
        get: operations["listWaitingDisputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/draws": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List competitions that wait for their draw
         * @description Returns competitions of all organisations that wait for their draw or are halted, longest wait first.
         */
        get: operations["listWaitingDraws"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organisations
         * @description Returns the newest organisation first.
         */
        get: operations["listOrganisations"];
        put?: never;
        /**
         * Create an organisation
         * @description Slug and mode are permanent. Settings that are absent get their defaults.
         */
        post: operations["createOrganisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organisation
         * @description Returns the organisation's settings. Credentials of its rails are not among them.
         */
        get: operations["getOrganisation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an organisation
         * @description Fields that are absent keep their values.
         */
        patch: operations["updateOrganisation"];
        trace?: never;
    };
    "/organisations/{slug}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change shop settings
         * @description Changes the settings that members of the organisation may change: return hosts, the entry question, holds and limits, publication of winners, and the appearance of pages. Fields that are absent keep their values. The name and the settings of payments are changed by `PATCH /organisations/{slug}`.
         */
        patch: operations["updateShop"];
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search all organisations
         * @description Works like the search of one organisation, without the searches that scan: those for titles, request ids, and provider ids of orders that were never paid. A buyer's newest orders follow the buyer's accounts. Returns at most 100 objects in one answer. Changes nothing.
         */
        post: operations["searchAllPurchases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search an organisation
         * @description Searches by a buyer's email, wallet or account id (`userId`), a session's id or number, a payment's, refund's or dispute's id at the provider, the id of a refund, event or delivery, a competition's id or the beginning of its title, a ticket such as `competition 12 ticket 340`, the `X-Request-Id` of the call that created the session, and ids of the provider for it. A text that matches several objects returns all of them; `namedBy` tells the kind of match. Request ids and provider ids are searched in 10,000 orders per page: a page may be short or empty, and `Link` names the next page, which takes the same body. The text is in the body because addresses are logged. An email finds nothing for members whose role sees emails in part. Changes nothing.
         */
        post: operations["searchPurchases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Returns the newest key first, including revoked keys. Secrets are not shown.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The answer is the only one that shows the secret. With `handOver` it shows none: a member of the organisation claims the key.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Returns a key, also a revoked one. The secret is not shown.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Takes effect immediately. Repeating the request changes nothing.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        /**
         * Change an API key
         * @description Takes effect immediately. Fields that are absent keep their values.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/organisations/{slug}/api-keys/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim an API key
         * @description Creates the secret of a key that was handed over and shows it once. The secret did not exist before.
         */
        post: operations["claimApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/api-keys/{id}/roll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll an API key
         * @description Replaces the key's secret. The key keeps its id, budget and scopes. Both secrets work until the grace period ends; another roll within it revokes the oldest secret immediately.
         */
        post: operations["rollApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/rails/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a rail account
         * @description Returns the account without its credentials.
         */
        get: operations["getRailAccount"];
        /**
         * Set a rail account
         * @description Adds or replaces the organisation's account at a provider for this kind of rail. The service checks the credentials at the provider; if the provider cannot be reached, they are stored anyway. Notifications signed with the previous credentials are accepted for 24 hours.
         */
        put: operations["setRailAccount"];
        post?: never;
        /**
         * Remove a rail account
         * @description Payments in progress are still completed.
         */
        delete: operations["deleteRailAccount"];
        options?: never;
        head?: never;
        /**
         * Change a rail account
         * @description Fields, credentials and settings that are absent keep their values, so no secret has to be sent again. The service checks the resulting account at the provider, as when an account is set. If another request changes the account meanwhile, the answer is `rail_account_changed` and nothing is changed.
         */
        patch: operations["updateRailAccount"];
        trace?: never;
    };
    "/organisations/{slug}/rails/{kind}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a rail account
         * @description Queries the provider with the stored credentials, as when the account is set. No money moves. `verifiedAt` of the account becomes the time of the test if the provider accepts the credentials.
         */
        post: operations["testRailAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/rail-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the providers of rail accounts
         * @description Returns each provider that the organisation can have an account at, with the fields of an account and the address for the provider's webhook. The list has one element for each kind and provider, all in one answer.
         */
        get: operations["getRailCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/rails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rail accounts
         * @description Returns the newest account first, including disabled accounts. Credentials are not shown.
         */
        get: operations["listRailAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/rail-notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notifications that need attention
         * @description Returns notifications that were not processed at the first attempt. Bodies are stored encrypted and are not shown. Notifications are kept for 90 days.
         */
        get: operations["listRailNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entry questions with their answers
         * @description Returns the newest question first. The answers are for operators and members: buyers see the options only.
         */
        get: operations["listQuestions"];
        put?: never;
        /**
         * Create an entry question
         * @description The service asks the question of buyers if the organisation requires an entry question.
         */
        post: operations["createQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/questions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an entry question with its answer
         * @description Returns the question with the index of its right option.
         */
        get: operations["getQuestion"];
        put?: never;
        post?: never;
        /**
         * Delete an entry question
         * @description Buyers no longer get the question. A pass for an earlier answer stays valid.
         */
        delete: operations["deleteQuestion"];
        options?: never;
        head?: never;
        /**
         * Change an entry question
         * @description Fields that are absent keep their values.
         */
        patch: operations["updateQuestion"];
        trace?: never;
    };
    "/organisations/{slug}/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Returns the newest endpoint first, all in one answer. Secrets are not shown.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description The answer is the only one that shows the secret.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Returns the endpoint without its secret.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing is sent to the endpoint afterwards.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Fields that are absent keep their values.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/organisations/{slug}/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook endpoint
         * @description Both secrets sign for 24 hours: `t=…,v1=new,v1=old`. Another rotation within that time removes the oldest secret immediately.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/webhook-endpoints/{id}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ping a webhook endpoint
         * @description Sends a `ping` event to this endpoint only, regardless of its `events`. A disabled endpoint is refused.
         */
        post: operations["pingWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries with their attempts
         * @description Returns the newest delivery first. A filtered page scans up to 20,000 deliveries. It may be short or empty even if more match; follow `Link`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with its attempts
         * @description Returns the state of the delivery, and each attempt with the answer of the endpoint.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a delivery
         * @description Sends the delivery again with the same id and body and a new retry schedule. A pending delivery is not changed.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns the newest event first. Events are kept for at least 30 days.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/event-examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an example of each event
         * @description Returns an example of each type of event, with the body that an endpoint would receive. Nothing is stored or sent.
         */
        get: operations["getEventCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description Returns the event with its body as it is sent.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/webhook-endpoints/{id}/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the figures of a webhook endpoint
         * @description Counts deliveries and attempts. The counts are exact and include all stored deliveries.
         */
        get: operations["getEndpointFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/webhook-endpoints/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay events to a webhook endpoint
         * @description Sends all events of a period again, delivered or not, of the types that the endpoint receives now. Events from before the endpoint existed are included. Pending deliveries are not changed.
         */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/webhook-endpoints/{id}/replay-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count failed deliveries
         * @description Returns the number of deliveries that a replay of failed deliveries would send now. Scans 20,000 deliveries, newest first. If `reached` is not null, repeat the request with `after` set to it.
         */
        get: operations["getReplayPreview"];
        put?: never;
        /**
         * Replay failed deliveries
         * @description Sends all deliveries that failed in the period again, each with the same id and body and a new retry schedule, in one step. Scans 20,000 deliveries, newest first. If `reached` is not null, repeat the request with `after` set to it.
         */
        post: operations["replayFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/prizes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prizes
         * @description Returns the newest prize first.
         */
        get: operations["listPrizes"];
        put?: never;
        /**
         * Create a prize
         * @description A prize needs a name, or both a brand and a model.
         */
        post: operations["createPrize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/prizes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a prize
         * @description Returns a prize of the organisation, used by a competition or not.
         */
        get: operations["getPrize"];
        put?: never;
        post?: never;
        /**
         * Delete a prize
         * @description Only a prize that no competition uses, in any state, can be deleted.
         */
        delete: operations["deletePrize"];
        options?: never;
        head?: never;
        /**
         * Change a prize
         * @description Fields that are absent keep their values. A prize can no longer be changed once a competition that uses it has left draft, because buyers have seen the prize.
         */
        patch: operations["updatePrize"];
        trace?: never;
    };
    "/organisations/{slug}/competitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List competitions
         * @description Returns competitions in every state, newest first.
         */
        get: operations["listCompetitions"];
        put?: never;
        /**
         * Create a competition
         * @description The competition starts as a draft. With createOnChain it is created on the raffle contract and is active immediately.
         */
        post: operations["createCompetition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/competitions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a competition
         * @description Returns a competition in any state, with its prize and the tickets sold.
         */
        get: operations["getCompetition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change or open a competition
         * @description Fields that are absent keep their values; `payment` replaces the whole override. `status` accepts draft and active. A competition that no buyer could enter is not opened; `reason` says why.
         */
        patch: operations["updateCompetition"];
        trace?: never;
    };
    "/organisations/{slug}/competitions/{id}/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a competition's sales by day
         * @description Returns all days with a sale, oldest first.
         */
        get: operations["getSalesByDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/competitions/{id}/cancel-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the cancellation of a competition
         * @description Counts the present state: later purchases and payments are not included. Money that arrives after a cancellation is refunded as well.
         */
        get: operations["getCancelPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/competitions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a competition
         * @description Cancels a competition for good, including one that a recovery has halted. Pending sessions fail, and buyers are refunded. Repeating the request changes nothing. A competition cannot be cancelled once the block of the draw's commitment exists: the winner is then decided.
         */
        post: operations["cancelCompetition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/competitions/{id}/receipt-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a preview of the receipt
         * @description Returns the mail that buyers get after their payment, about an example of two tickets, in the organisation's language. Nothing is sent.
         */
        get: operations["getReceiptPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/competitions/{id}/draw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a draw now
         * @description Draws run automatically; this request does not wait for the next run. It does not influence the winner: the committed block decides. A competition on chain is drawn by the raffle contract and refused with `invalid_transition`.
         */
        post: operations["continueDraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/competitions/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a drawn competition
         * @description Sets the competition's state to retired. Repeating the request changes nothing.
         */
        post: operations["archiveCompetition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/winners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List winners
         * @description Returns the newest winner first, published or not.
         */
        get: operations["listWinners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/winners/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a winner
         * @description Returns a winner, published or not, with the buyer and the proof of the draw.
         */
        get: operations["getWinner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/winners/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a winner
         * @description Repeating the request changes nothing.
         */
        post: operations["publishWinner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/winners/{id}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpublish a winner
         * @description Repeating the request changes nothing.
         */
        post: operations["unpublishWinner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/halted-competitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List halted competitions
         * @description Returns competitions that a recovery has halted, newest first. Each must be resumed or cancelled.
         */
        get: operations["listHaltedCompetitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/competitions/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a halted competition
         * @description Resumes a competition that a recovery has halted. Repeating the request changes nothing.
         */
        post: operations["resumeCompetition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Returns the newest order first. A filtered page scans up to 20,000 orders. It may be short or empty even if more match; follow `Link`.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order with its events and deliveries
         * @description Returns the order with its payments, refunds, disputes, events and deliveries.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/orders/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund an order in full
         * @description Refunds all payments of the order and returns its account credit. Repeating the request changes nothing.
         */
        post: operations["refundOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/batches/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund several orders
         * @description Refunds each order in full, as the refund of one order does. Each item has its own transaction, audit entry and result, in the order of the request. An item that is refused does not stop the others. Repeating the request is safe, also at the same time.
         */
        post: operations["refundOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/batches/publications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish several winners
         * @description Publishes each winner that is not published. Each item has its own transaction, audit entry and result, in the order of the request. An item that is refused does not stop the others. Repeating the request is safe, also at the same time.
         */
        post: operations["publishWinners"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/batches/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay several failed deliveries
         * @description Sends each delivery that failed again, with the same id and body and a new retry schedule. Pending and delivered ones are unchanged. Each item has its own transaction, audit entry and result, in the order of the request. An item that is refused does not stop the others. Repeating the request is safe, also at the same time.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/batches/prizes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import prizes from CSV
         * @description Creates a prize for each row, by the rules of a single one. Columns: `name`, `value_usd` (required), `category`, `condition`, `description`, `brand`, `model`, `reference_number`, `year_manufactured`, `image_urls`. Without `name` a row needs `brand` and `model`. Spaces separate the addresses in `image_urls`. At most 100 rows. Each row has a result, with the column of each fault. All rows are created together, each with an audit entry; if one is refused, none is created. A repeat with the same Idempotency-Key creates nothing again.
         */
        post: operations["importPrizes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/batches/competitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import competitions from CSV
         * @description Creates a draft for each row, by the rules of a single one. Columns: `title` (required), `prize` (required), `ticket_price_usd` (required), `max_tickets` (required), `opens` (required), `closes` (required), `description`, `image_url`. `prize` is the id or the name of a prize. Times without an offset are in the organisation's time zone. At most 100 rows. Each row has a result, with the column of each fault. All rows are created together, each with an audit entry; if one is refused, none is created. A repeat with the same Idempotency-Key creates nothing again.
         */
        post: operations["importCompetitions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organisation's figures
         * @description Returns sales by day and counts of items that need attention. The counts are exact.
         */
        get: operations["getFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/sales-figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get sales figures by day
         * @description Returns gross, refunded, disputed and net amounts, orders, tickets and conversion of up to 366 calendar days in the organisation's time zone, by charge currency, and of as many days before. The figures are exact at the time of the answer.
         */
        get: operations["getSalesFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/competitions/{id}/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get all sales figures of a competition
         * @description Returns gross, refunded, disputed and net amounts, orders, tickets and conversion since the competition was created, by charge currency. The figures are exact at the time of the answer.
         */
        get: operations["getCompetitionFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/sales-breakdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get sales figures by competition, rail or affiliate
         * @description Returns the figures of the days by competition, rail or affiliate. Together they are the figures of the same days in `GET /organisations/{slug}/sales-figures`.
         */
        get: operations["getSalesBreakdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/finance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the money of each rail by month
         * @description Returns what each rail took, gave back and lost to disputes in up to 24 calendar months of the organisation's time zone, by charge currency. In contrast to sales figures it has all money, also payments that bought nothing.
         */
        get: operations["getFinance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/finance/payout-matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a provider's payout file
         * @description Compares a CSV file of a provider with the payments and refunds that the service knows, by their ids. Nothing of the file is kept. Formats: Stripe's itemised payout reconciliation report, Adyen's settlement detail report, PayPal's settlement report. At most 50,000 lines. While a file of the organisation, or two files of others, are being compared, another one is answered 429.
         */
        post: operations["matchPayoutFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description Returns the newest refund first. With a filter other than the state a page scans up to 20,000 refunds. It may be short or empty even if more match; follow `Link`.
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/refunds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a refund
         * @description Returns the refund with its state and the number of tries.
         */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/refunds/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a refund
         * @description Tries a failed or manual refund again, and a requested refund now instead of later.
         */
        post: operations["retryRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/refunds/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a refund
         * @description Records that the money of a failed or manual refund was returned in another way. The service sends no money.
         */
        post: operations["resolveRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disputes
         * @description Returns the newest dispute first, each with its latest stage in the provider's terms.
         */
        get: operations["listDisputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/disputes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a dispute
         * @description Returns the dispute with its latest stage in the provider's terms.
         */
        get: operations["getDispute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/draw-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the draw account
         * @description Returns balance, price, deposit address and open commitments for fair draws.
         */
        get: operations["getDrawAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/draw-account/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the draw ledger
         * @description Returns all changes of the balance for fair draws, newest first.
         */
        get: operations["listDrawLedgerEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/unmatched-payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List unmatched payments
         * @description Returns payments for orders that the service does not have, newest first.
         */
        get: operations["listUnmatchedPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/unmatched-payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an unmatched payment
         * @description Returns a payment for an order that the service does not have.
         */
        get: operations["getUnmatchedPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/unmatched-payments/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund an unmatched payment
         * @description Refunds the rest of the payment at the provider. Repeating the request changes nothing.
         */
        post: operations["refundUnmatchedPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/unmatched-payments/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an unmatched payment
         * @description Closes an open payment with a note. The service sends no money.
         */
        post: operations["resolveUnmatchedPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List buyer accounts
         * @description Returns the newest account first, with what each buyer has ordered.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a buyer account with its newest orders
         * @description Returns the account with its credit and identities. All orders are in the list of orders, by `accountId`.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/accounts/{id}/credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant account credit
         * @description Adds to the account's credit, which pays for the buyer's next orders.
         */
        post: operations["grantCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/orders/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notes about an order
         * @description Returns the newest note first.
         */
        get: operations["listOrderNotes"];
        put?: never;
        /**
         * Add a note about an order
         * @description Adds a note for colleagues. Buyers do not see it.
         */
        post: operations["addOrderNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/accounts/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notes about a buyer
         * @description Returns the newest note first, including notes about the buyer's orders.
         */
        get: operations["listAccountNotes"];
        put?: never;
        /**
         * Add a note about a buyer
         * @description Adds a note for colleagues. Buyers do not see it.
         */
        post: operations["addAccountNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a note
         * @description Deletes the text. The audit log still records that a note was added and deleted.
         */
        delete: operations["deleteNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/affiliates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List affiliates with their commissions
         * @description Returns the newest affiliate first.
         */
        get: operations["listAffiliates"];
        put?: never;
        /**
         * Create an affiliate
         * @description The code is permanent. Checkout sessions name it to earn the affiliate a commission.
         */
        post: operations["createAffiliate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/affiliates/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an affiliate with its commissions
         * @description Returns the affiliate with the sum of its commissions.
         */
        get: operations["getAffiliate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an affiliate
         * @description Fields that are absent keep their values. Existing orders keep their commission.
         */
        patch: operations["updateAffiliate"];
        trace?: never;
    };
    "/organisations/{slug}/affiliates/{code}/commissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an affiliate's commissions
         * @description Returns the newest commission first.
         */
        get: operations["listCommissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/exports/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export orders as CSV
         * @description Returns all rows, newest first. The columns have the names of the list's fields. If the connection closes early, the export is incomplete.
         */
        get: operations["getOrderExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/exports/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export refunds as CSV
         * @description Returns all rows, newest first. The columns have the names of the list's fields. If the connection closes early, the export is incomplete.
         */
        get: operations["getRefundExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/exports/draw-ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the draw ledger as CSV
         * @description Returns all rows, newest first. The columns have the names of the list's fields. If the connection closes early, the export is incomplete.
         */
        get: operations["getDrawLedgerExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/exports/commissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export commissions as CSV
         * @description Returns the commissions of all affiliates, one affiliate after the other. If the connection closes early, the export is incomplete.
         */
        get: operations["getCommissionExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/exports/sales-figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export sales figures by day as CSV
         * @description Returns a row for each day and charge currency with a figure, earliest first.
         */
        get: operations["getSalesFigureExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/exports/sales-breakdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export sales figures by competition, rail or affiliate as CSV
         * @description Returns a row for each member and charge currency with a figure, the most paid orders first. Key and name are empty for sales on no rail, or by no affiliate.
         */
        get: operations["getSalesBreakdownExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/exports/finance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the money of each rail by month as CSV
         * @description Returns a row for each month, rail and charge currency with money, earliest first.
         */
        get: operations["getFinanceExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries of the whole service
         * @description Includes entries that concern no organisation, such as sign-ins. Returns the newest entry first. A filtered page scans up to 20,000 entries. It may be short or empty even if more match; follow `Link`.
         */
        get: operations["listAllAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export audit entries of the whole service
         * @description Returns lines of JSON, oldest first: one about the export, one for each entry, and one with the number of entries. `previous` of each line is the SHA-256 of the line before it. A file without the last line is incomplete. The export itself is the last entry, and all earlier entries are included: a later export begins with the same entries.
         */
        get: operations["getWholeAuditExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries of an organisation
         * @description Returns the newest entry first. A filtered page scans up to 20,000 entries. It may be short or empty even if more match; follow `Link`.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/exports/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export audit entries of an organisation
         * @description Returns lines of JSON, oldest first: one about the export, one for each entry, and one with the number of entries. `previous` of each line is the SHA-256 of the line before it. A file without the last line is incomplete. The export itself is the last entry, and all earlier entries are included: a later export begins with the same entries.
         */
        get: operations["getAuditExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a sign-in code by mail
         * @description The answer does not tell whether the email is known. Operators and members with a passkey receive a mail that asks them to sign in with the passkey.
         */
        post: operations["startEmailSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/email/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a code
         * @description The code works only in the browser that requested it. Sets the login's cookie.
         */
        post: operations["verifyEmailSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a one-time link
         * @description Takes the token of the link, the part after `#`. Sets the login's cookie.
         */
        post: operations["signInByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends this login immediately, in every process.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/ways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ways to sign in
         * @description Returns what this service offers in this browser: passkeys, codes by mail, and the identity provider.
         */
        get: operations["getSignInOffer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a sign-in with the identity provider
         * @description For operators. The browser opens the address of the answer and returns to `/admin/sign-in/back`.
         */
        post: operations["startProviderSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/oidc/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in or confirmation with the identity provider
         * @description Takes the query of the address that the browser returned to. Signs in and sets the login's cookie, or confirms the current login.
         */
        post: operations["finishProviderSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/confirm/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a confirmation with the identity provider
         * @description Works like a sign-in. The provider asks the person to sign in again.
         */
        post: operations["startProviderConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed-in person
         * @description Returns the person, their roles and permissions, and the login of this browser.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your name
         * @description Audit entries keep the name that you had at the time of each action.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/sign-in/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a sign-in with a passkey
         * @description Needs no email: the passkey identifies the person.
         */
        post: operations["startPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Sets the login's cookie. The login is confirmed for ten minutes.
         */
        post: operations["finishPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your passkeys
         * @description Returns passkeys in the order in which they were added.
         */
        get: operations["listMyPasskeys"];
        put?: never;
        /**
         * Add a passkey
         * @description The same authenticator cannot be added twice. Adding a passkey also confirms the login.
         */
        post: operations["addMyPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start adding a passkey
         * @description A person who already has a passkey must confirm with it first.
         */
        post: operations["startMyPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description Needs a confirmation. Operators keep at least one passkey.
         */
        delete: operations["deleteMyPasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/confirm/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a confirmation with a passkey
         * @description Returns the options for the browser, which asks for the passkey.
         */
        post: operations["startConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm with a passkey
         * @description Confirms this login for ten minutes: requests that need a confirmation are then accepted.
         */
        post: operations["finishConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/logins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your logins
         * @description Returns logins that have not ended, newest first, at most 100.
         */
        get: operations["listMyLogins"];
        put?: never;
        post?: never;
        /**
         * End all other logins
         * @description Ends all logins except that of this browser, and returns their number.
         */
        delete: operations["endMyOtherLogin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/logins/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a login
         * @description Ends one of your logins immediately. The login of this browser can be ended, too.
         */
        delete: operations["endMyLogin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show an invitation
         * @description Takes the token of the link, the part after `#`. The link can be used again afterwards.
         */
        post: operations["lookAtInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Needs a person who is signed in with the invited email. If the service sends no mails, the link alone is sufficient and signs in, unless the person has a passkey or is an operator.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Most recently active first.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description The person loses access to the organisation immediately. A person without any other role is signed out. One owner must remain.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description A person cannot change their own role, and one owner must remain.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/organisations/{slug}/members/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a member's sign-in
         * @description Removes all passkeys and logins of a member who can no longer sign in, and mails a one-time link. A member of several organisations can be reset only by an account manager or owner of the service, and an operator only by an owner.
         */
        post: operations["resetMemberSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations
         * @description Newest first, including expired ones.
         */
        get: operations["listMemberInvitations"];
        put?: never;
        /**
         * Invite a member
         * @description The link is sent by mail. It is shown in the answer if the service sends no mails, and to a caller with the operator's token. It is valid for seven days.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/invitations/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an invitation
         * @description Sends a new link, valid for seven days. The previous link stops working.
         */
        post: operations["resendMemberInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{slug}/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description The link of the invitation stops working.
         */
        delete: operations["withdrawMemberInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operators
         * @description Most recently active first.
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Invite an operator
         * @description The link is sent by mail. It is shown in the answer if the service sends no mails, and to a caller with the operator's token. It is valid for seven days.
         */
        post: operations["inviteOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an operator
         * @description All logins of the person end immediately. One owner must remain.
         */
        delete: operations["removeOperator"];
        options?: never;
        head?: never;
        /**
         * Change an operator's role
         * @description A person cannot change their own role, and one owner must remain.
         */
        patch: operations["updateOperator"];
        trace?: never;
    };
    "/operators/{id}/sign-in/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset an operator's sign-in
         * @description Removes all passkeys and logins of an operator who can no longer sign in, and mails a one-time link.
         */
        post: operations["resetOperatorSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations
         * @description Newest first, including expired ones.
         */
        get: operations["listOperatorInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/invitations/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an invitation
         * @description Sends a new link, valid for seven days. The previous link stops working.
         */
        post: operations["resendOperatorInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operators/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description The link of the invitation stops working.
         */
        delete: operations["withdrawOperatorInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ServiceHealth: {
            /**
             * Format: date-time
             * @description The time of the service's clock.
             */
            at: string;
            /** @description Processes seen within one hour that have not shut down normally. */
            processes: components["schemas"]["RunningProcess"][];
            /** @description The state of the chain that draws depend on, as reported by the node. */
            chain: components["schemas"]["ChainHealth"];
            /** @description Enabled rail accounts whose last call was not answered: the 100 with the most failures. */
            rails: components["schemas"]["FailingRail"][];
            /**
             * Format: int64
             * @description The number of failing rail accounts, including those that are not listed.
             */
            failingRails: number;
            /**
             * Format: int64
             * @description Orders of the last hour that buyers could not pay: the provider was not called, refused the payment, or did not answer. An order without an answer counts after 20 seconds.
             */
            refusedOrders: number;
            /** @description Webhook endpoints that the service has disabled or whose attempts fail: at most 100. */
            endpoints: components["schemas"]["FailingEndpoint"][];
            /**
             * Format: int64
             * @description The number of failing webhook endpoints, including those that are not listed.
             */
            failingEndpoints: number;
            /** @description Events and deliveries that wait to be sent. */
            webhooks: components["schemas"]["WebhookBacklog"];
            /** @description Unfinished refunds, by state. Manual and failed refunds need attention. */
            refunds: components["schemas"]["WaitingRefunds"];
            /** @description Competitions that have ended and wait for their draw. */
            draws: components["schemas"]["Waiting"];
            /** @description Competitions that a recovery has halted. */
            halted: components["schemas"]["Waiting"];
            /** @description Mails that wait to be sent. */
            mails: components["schemas"]["Waiting"];
            /** @description Unmatched payments, by currency. */
            unmatched: components["schemas"]["WaitingMoney"][];
            /**
             * Format: int64
             * @description Open disputes.
             */
            disputes: number;
        };
        RunningProcess: {
            id: string;
            /**
             * @description The role: `api` answers requests, `worker` does all other work, `all` does both.
             * @enum {string}
             */
            role: "all" | "api" | "worker";
            /**
             * Format: date-time
             * @description The start time, by the process's clock.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description The last heartbeat. Each process sends one every 15 seconds.
             */
            seenAt: string;
        };
        ChainHealth: {
            /** Format: int64 */
            chainId: number;
            /**
             * Format: int64
             * @description The newest block. Null if the node does not answer.
             */
            block: number | null;
        };
        FailingRail: {
            /** @description The organisation's slug. */
            organisation: string;
            /** @enum {string} */
            kind: "flow" | "embed" | "fields" | "redirect" | "qr";
            provider: string;
            /**
             * Format: int64
             * @description The number of consecutive failed calls.
             */
            consecutiveFailures: number;
            /** @description The last failed call. */
            lastError: components["schemas"]["FailedRailCall"];
            /**
             * Format: date-time
             * @description The last call that was answered. Null if no call was answered.
             */
            lastSuccessAt: string | null;
        };
        FailedRailCall: {
            /** Format: date-time */
            at: string;
            operation: string;
            code: string;
        };
        FailingEndpoint: {
            /** @description The organisation's slug. */
            organisation: string;
            /** Format: int64 */
            id: number;
            enabled: boolean;
            /** @description The reason why the service disabled the endpoint. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description The first failed attempt after the last success.
             */
            failingSince: string | null;
        };
        WebhookBacklog: {
            /**
             * Format: int64
             * @description Deliveries that could be sent now, counted to 10000.
             */
            due: number;
            /**
             * Format: date-time
             * @description The time at which the oldest due delivery became due.
             */
            oldestDueAt: string | null;
            /**
             * Format: date-time
             * @description The time of the oldest event without deliveries.
             */
            oldestEventAt: string | null;
        };
        Waiting: {
            /**
             * Format: int64
             * @description The number of waiting items, counted up to 10000.
             */
            count: number;
            /**
             * Format: date-time
             * @description The time since which the oldest item waits. Null if no item waits.
             */
            since: string | null;
        };
        WaitingRefunds: {
            /** @description Refunds in progress. */
            requested: components["schemas"]["Waiting"];
            /** @description Refunds that need a decision, because the rail cannot refund or the money is disputed. */
            manual: components["schemas"]["Waiting"];
            /** @description Refunds that the rail failed to send. */
            failed: components["schemas"]["Waiting"];
        };
        WaitingMoney: {
            /**
             * Format: int64
             * @description The number of waiting items, counted up to 10000.
             */
            count: number;
            /**
             * Format: date-time
             * @description The time since which the oldest item waits. Null if no item waits.
             */
            since: string | null;
            /** Format: int64 */
            amount: number;
            currency: string;
        };
        WaitingRefund: {
            /** Format: int64 */
            id: number;
            /** @description The order's id. Null for a refund of an unmatched payment, whose order is unknown to the service. */
            orderId: string | null;
            /** Format: int64 */
            paymentId: number | null;
            /** Format: int64 */
            unmatchedPaymentId: number | null;
            /** Format: int64 */
            amount: number;
            currency: string;
            reason: string;
            /**
             * @description The refund's state. `manual`: the rail cannot refund or the money is disputed, so a person must decide. A succeeded refund may still fail later.
             * @enum {string}
             */
            state: "requested" | "succeeded" | "failed" | "manual";
            providerRefundId: string | null;
            /**
             * Format: int64
             * @description The number of calls that may have reached the rail since the refund was last requested.
             */
            tries: number;
            /**
             * Format: date-time
             * @description The time of the next call to the rail. If it is in the past, the call is made as soon as the rail answers. Null if no call is planned.
             */
            nextTryAt: string | null;
            /** @description The reason for the failure or the delay. */
            lastError: string | null;
            /** @description The record of a refund made by hand. */
            note: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            succeededAt: string | null;
            /** @description The organisation's slug. */
            organisation: string;
        };
        WaitingDispute: {
            /** Format: int64 */
            id: number;
            providerDisputeId: string;
            /** @description The stage, in the provider's terms. */
            stage: string;
            /**
             * @description The standing: `open` until the provider reports a result; `closed` if the dispute has ended and the provider does not report who won.
             * @enum {string}
             */
            standing: "open" | "won" | "lost" | "closed";
            /** Format: int64 */
            amount: number;
            currency: string;
            /**
             * @description The effect on the order's tickets. `kept`: they stay in the draw, because its commitment is older than the dispute.
             * @enum {string}
             */
            tickets: "voided" | "kept" | "none";
            /**
             * Format: date-time
             * @description The time until which the provider waits for an answer. Null if it waits for none, names no time, or if the dispute has ended.
             */
            answerBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The order's id. Null if the dispute names no order that this rail account charged. */
            orderId: string | null;
            /** @description The provider at which the dispute is answered. */
            provider: string;
            /** @description The page of the provider for the dispute. Null: its address is not known. */
            providerUrl: string | null;
            /**
             * Format: int64
             * @description The order's competition.
             */
            competitionId: number | null;
            competitionTitle: string | null;
            /** @description The order's buyer. */
            buyer: components["schemas"]["Buyer"];
            /** @description The organisation's slug. */
            organisation: string;
        };
        Buyer: {
            email: string | null;
            walletAddress: string | null;
        };
        WaitingDraw: {
            /** Format: int64 */
            id: number;
            /** @description The organisation's slug. */
            organisation: string;
            title: string;
            /** @enum {string} */
            status: "draft" | "active" | "ended" | "cancelled";
            /** Format: int64 */
            ticketsSold: number;
            /** Format: date-time */
            endDate: string;
            /**
             * Format: date-time
             * @description The time at which sales ended.
             */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description The time of the commitment, which fixes the deciding block. Null if the draw is not committed.
             */
            committedAt: string | null;
            /**
             * Format: date-time
             * @description The time at which a recovery halted the competition. It is drawn once it is resumed.
             */
            haltedAt: string | null;
            /**
             * Format: date-time
             * @description The time since which the competition waits: the halt or the end of sales.
             */
            since: string;
        };
        OrganisationCreate: {
            /** @description The organisation's slug, used in paths and tenant hosts. It never changes. */
            slug: string;
            name: string;
            /**
             * @description `test`: the organisation takes no money: it sells on simulated rails, its keys begin with `sk_test_`, and its mails are not sent. It cannot be changed later.
             * @default live
             * @enum {string|null}
             */
            mode?: "live" | "test" | null;
            cryptoEnabled?: boolean | null;
            acceptedTokens?: ("USDC" | "USDT")[] | null;
            fiatEnabled?: boolean | null;
            /** @description The currency that buyers are charged in, unless the competition has another. */
            fiatCurrency?: string | null;
            /** @description The exchange rates: units of each currency for one US dollar, as decimal strings. Replaced as a whole. */
            rates?: {
                [key: string]: string;
            } | null;
            /** @description The address that receives proceeds in tokens. Null if there is none. It must not be the contract of a token or of the service: tokens sent there are lost. */
            treasuryAddress?: string | null;
            entryQuestionRequired?: boolean | null;
            holdMinutes?: number | null;
            /** @description The maximum number of pending sessions of one buyer in one competition. */
            maxPendingSessions?: number | null;
            /** @description The maximum number of tickets held by one buyer's pending sessions in one competition. */
            maxPendingTickets?: number | null;
            /** @description The maximum number of wrong answers to one entry question by one API key per minute. Further answers are refused with 429. */
            wrongAnswersPerMinute?: number | null;
            autoPublishWinners?: boolean | null;
            /** @description Hosts, with a port if needed, that buyers may return to. */
            returnHosts?: string[] | null;
            /** @description The appearance of the organisation's pages for buyers. Replaced as a whole. */
            theme?: components["schemas"]["ThemeCreate"] | null;
            /** @description Origins that may embed the organisation's pages, such as `https://shop.example`. An empty list allows all origins. */
            embedOrigins?: string[] | null;
            /**
             * @description The language of pages for buyers whose languages are not available.
             * @enum {string|null}
             */
            locale?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl" | "pt" | "tr" | "vi" | "th" | "ja" | "ar" | null;
            /** @description The time zone that the days of figures are in, such as Europe/Zurich. */
            timeZone?: string | null;
            /** @description Whether buyers can buy on the service's pages. If false, pages show competitions without a button. */
            hostedCheckout?: boolean | null;
            /** @description The address of the terms and conditions. Shown on every page and mail for buyers. Buyers accept them by continuing to payment. Null or `""` takes it away. */
            termsUrl?: string | null;
            /** @description The address of the privacy policy. Shown on every page and mail for buyers. Null or `""` takes it away. */
            privacyUrl?: string | null;
            /** @description The address of the legal notice. Shown on every page and mail for buyers. Null or `""` takes it away. */
            imprintUrl?: string | null;
            /** @description The address that buyers write to. Shown on every page and mail for buyers. Null or `""` takes it away. */
            supportEmail?: string | null;
            /** @description The minimum age in years, which buyers on the service's pages confirm before they pay. Null or `""` takes it away. */
            minimumAge?: (number | null) | string;
        };
        ThemeCreate: {
            /** @description The colour of buttons, links and bars. */
            accent?: string | null;
            /** @description The background colour in light mode. */
            background?: string | null;
            /** @description The background colour in dark mode. */
            backgroundDark?: string | null;
            /** @description The radius of corners. */
            radius?: string | null;
            /**
             * @description The font: one of five stacks of system fonts.
             * @enum {string|null}
             */
            font?: "system" | "humanist" | "rounded" | "serif" | "mono" | null;
            /**
             * Format: uri
             * @description The address of the logo, shown above the list of competitions.
             */
            logoUrl?: string | null;
        };
        Organisation: {
            /** Format: int64 */
            id: number;
            slug: string;
            name: string;
            /**
             * @description `test`: the organisation takes no money. It never changes.
             * @enum {string}
             */
            mode: "live" | "test";
            cryptoEnabled: boolean;
            acceptedTokens: ("USDC" | "USDT")[];
            fiatEnabled: boolean;
            fiatCurrency: string;
            rates: {
                [key: string]: string;
            };
            entryQuestionRequired: boolean;
            /** Format: int64 */
            holdMinutes: number;
            /** Format: int64 */
            maxPendingSessions: number;
            /** Format: int64 */
            maxPendingTickets: number;
            /** Format: int64 */
            wrongAnswersPerMinute: number;
            autoPublishWinners: boolean;
            returnHosts: string[];
            treasuryAddress: string | null;
            /** @description The appearance of the organisation's pages for buyers. */
            theme: components["schemas"]["Theme"];
            /** @description Origins that may embed the organisation's pages. An empty list allows all origins. */
            embedOrigins: string[];
            /**
             * @description The language of pages for buyers whose languages are not available.
             * @enum {string}
             */
            locale: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl" | "pt" | "tr" | "vi" | "th" | "ja" | "ar";
            /** @description The time zone that the days of figures are in. */
            timeZone: string;
            /** @description Whether buyers can buy on the service's pages. */
            hostedCheckout: boolean;
            /** @description The address of the terms and conditions. */
            termsUrl: string | null;
            /** @description The address of the privacy policy. */
            privacyUrl: string | null;
            /** @description The address of the legal notice. */
            imprintUrl: string | null;
            /** @description The address that buyers write to. */
            supportEmail: string | null;
            /**
             * Format: int64
             * @description The minimum age of buyers in years. Null: all ages may buy.
             */
            minimumAge: number | null;
            /** Format: date-time */
            createdAt: string;
        };
        Theme: {
            /** @description The colour of buttons, links and bars. Null uses the service's default. */
            accent: string | null;
            /** @description The background colour in light mode. Null uses the service's default. */
            background: string | null;
            /** @description The background colour in dark mode. Null uses the service's default. */
            backgroundDark: string | null;
            /** @description The radius of corners. Null uses the service's default. */
            radius: string | null;
            /**
             * @description The font: one of five stacks of system fonts. Null uses the device's font.
             * @enum {string|null}
             */
            font: "system" | "humanist" | "rounded" | "serif" | "mono" | null;
            /** @description The address of the logo, shown above the list of competitions. Null uses the service's default. */
            logoUrl: string | null;
        };
        ShopUpdate: {
            entryQuestionRequired?: boolean | null;
            holdMinutes?: number | null;
            /** @description The maximum number of pending sessions of one buyer in one competition. */
            maxPendingSessions?: number | null;
            /** @description The maximum number of tickets held by one buyer's pending sessions in one competition. */
            maxPendingTickets?: number | null;
            /** @description The maximum number of wrong answers to one entry question by one API key per minute. Further answers are refused with 429. */
            wrongAnswersPerMinute?: number | null;
            autoPublishWinners?: boolean | null;
            /** @description Hosts, with a port if needed, that buyers may return to. */
            returnHosts?: string[] | null;
            /** @description The appearance of the organisation's pages for buyers. Replaced as a whole. */
            theme?: components["schemas"]["ThemeCreate"] | null;
            /** @description Origins that may embed the organisation's pages, such as `https://shop.example`. An empty list allows all origins. */
            embedOrigins?: string[] | null;
            /**
             * @description The language of pages for buyers whose languages are not available.
             * @enum {string|null}
             */
            locale?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl" | "pt" | "tr" | "vi" | "th" | "ja" | "ar" | null;
            /** @description The time zone that the days of figures are in, such as Europe/Zurich. */
            timeZone?: string | null;
            /** @description Whether buyers can buy on the service's pages. If false, pages show competitions without a button. */
            hostedCheckout?: boolean | null;
            /** @description The address of the terms and conditions. Shown on every page and mail for buyers. Buyers accept them by continuing to payment. Null or `""` takes it away. */
            termsUrl?: string | null;
            /** @description The address of the privacy policy. Shown on every page and mail for buyers. Null or `""` takes it away. */
            privacyUrl?: string | null;
            /** @description The address of the legal notice. Shown on every page and mail for buyers. Null or `""` takes it away. */
            imprintUrl?: string | null;
            /** @description The address that buyers write to. Shown on every page and mail for buyers. Null or `""` takes it away. */
            supportEmail?: string | null;
            /** @description The minimum age in years, which buyers on the service's pages confirm before they pay. Null or `""` takes it away. */
            minimumAge?: (number | null) | string;
        };
        OrganisationUpdate: {
            name?: string | null;
            cryptoEnabled?: boolean | null;
            acceptedTokens?: ("USDC" | "USDT")[] | null;
            fiatEnabled?: boolean | null;
            /** @description The currency that buyers are charged in, unless the competition has another. */
            fiatCurrency?: string | null;
            /** @description The exchange rates: units of each currency for one US dollar, as decimal strings. Replaced as a whole. */
            rates?: {
                [key: string]: string;
            } | null;
            /** @description The address that receives proceeds in tokens. Null if there is none. It must not be the contract of a token or of the service: tokens sent there are lost. */
            treasuryAddress?: string | null;
            entryQuestionRequired?: boolean | null;
            holdMinutes?: number | null;
            /** @description The maximum number of pending sessions of one buyer in one competition. */
            maxPendingSessions?: number | null;
            /** @description The maximum number of tickets held by one buyer's pending sessions in one competition. */
            maxPendingTickets?: number | null;
            /** @description The maximum number of wrong answers to one entry question by one API key per minute. Further answers are refused with 429. */
            wrongAnswersPerMinute?: number | null;
            autoPublishWinners?: boolean | null;
            /** @description Hosts, with a port if needed, that buyers may return to. */
            returnHosts?: string[] | null;
            /** @description The appearance of the organisation's pages for buyers. Replaced as a whole. */
            theme?: components["schemas"]["ThemeCreate"] | null;
            /** @description Origins that may embed the organisation's pages, such as `https://shop.example`. An empty list allows all origins. */
            embedOrigins?: string[] | null;
            /**
             * @description The language of pages for buyers whose languages are not available.
             * @enum {string|null}
             */
            locale?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl" | "pt" | "tr" | "vi" | "th" | "ja" | "ar" | null;
            /** @description The time zone that the days of figures are in, such as Europe/Zurich. */
            timeZone?: string | null;
            /** @description Whether buyers can buy on the service's pages. If false, pages show competitions without a button. */
            hostedCheckout?: boolean | null;
            /** @description The address of the terms and conditions. Shown on every page and mail for buyers. Buyers accept them by continuing to payment. Null or `""` takes it away. */
            termsUrl?: string | null;
            /** @description The address of the privacy policy. Shown on every page and mail for buyers. Null or `""` takes it away. */
            privacyUrl?: string | null;
            /** @description The address of the legal notice. Shown on every page and mail for buyers. Null or `""` takes it away. */
            imprintUrl?: string | null;
            /** @description The address that buyers write to. Shown on every page and mail for buyers. Null or `""` takes it away. */
            supportEmail?: string | null;
            /** @description The minimum age in years, which buyers on the service's pages confirm before they pay. Null or `""` takes it away. */
            minimumAge?: (number | null) | string;
        };
        SearchAnywhere: {
            /** @description The text to search for. Surrounding spaces are ignored. */
            text: string;
        };
        Finding: {
            /** @enum {string} */
            kind: "order" | "account" | "competition" | "refund" | "unmatched_payment" | "event" | "delivery";
            id: string;
            /** @description The organisation's slug. */
            organisation: string;
            /**
             * Format: date-time
             * @description The time at which the object was created.
             */
            at: string;
            /**
             * @description The kind of identifier that matched.
             * @enum {string}
             */
            namedBy: "orderId" | "email" | "walletAddress" | "accountId" | "competitionId" | "competitionTitle" | "ticketNumber" | "orderNumber" | "paymentId" | "refundId" | "disputeId" | "eventId" | "deliveryId" | "requestId" | "providerId";
            /** @description The path of the object's GET endpoint. */
            link: string;
            /** @description Facts that identify the object to a person. Facts that do not apply to this kind of object are null. */
            details: components["schemas"]["FindingDetails"];
        };
        FoundTickets: {
            /** Format: int64 */
            first: number;
            /** Format: int64 */
            last: number;
        };
        FindingDetails: {
            /**
             * @description The status of the order, or of the refund's order.
             * @enum {string|null}
             */
            status: "pending" | "paid" | "failed" | null;
            /**
             * @description The progress of the order's refund, or the state of the refund. Null if there is none.
             * @enum {string|null}
             */
            refundState: "requested" | "succeeded" | "failed" | "manual" | "on_chain" | null;
            /** @description The buyer of the order, or of the account. */
            buyer: components["schemas"]["Buyer"] | null;
            /** Format: int64 */
            competitionId: number | null;
            competitionTitle: string | null;
            /**
             * Format: int64
             * @description The number of tickets of the order.
             */
            quantity: number | null;
            /** @description The ticket numbers of the order. Null until they are issued. */
            tickets: components["schemas"]["FoundTickets"] | null;
            /**
             * Format: int64
             * @description The amount of the order, the refund or the payment, in the currency's minor unit.
             */
            amount: number | null;
            currency: string | null;
        };
        SearchText: {
            /** @description The text to search for. Surrounding spaces are ignored. */
            text: string;
            /**
             * Format: int64
             * @description The competition, if the text is the number of one of its tickets and nothing else.
             */
            competitionId?: number | null;
            /**
             * Format: date-time
             * @description Limits the buyer's orders, and the orders that are scanned, to those placed before this time.
             */
            placedBefore?: string | null;
        };
        ApiKeyCreate: {
            name: string;
            /**
             * @default [
             *       "competitions:read",
             *       "winners:read"
             *     ]
             */
            scopes?: ("competitions:read" | "winners:read" | "entries:create" | "competitions:write" | "draws:create" | "webhooks:manage" | "events:read")[] | null;
            /**
             * @description Requests per window; also the maximum burst.
             * @default 600
             */
            rateLimit?: number | null;
            /** @default 60 */
            rateWindowSec?: number | null;
            /**
             * Format: date-time
             * @description The time at which the key expires, in the future. Null if it never expires.
             */
            expiresAt?: string | null;
            /** @description Addresses and networks that may use the key, such as `192.0.2.0/24`. Null allows any. */
            allowedAddresses?: string[] | null;
            /**
             * @description Whether to hand the key over: the answer does not show the secret, and a member of the organisation claims it within 7 days.
             * @default false
             */
            handOver?: boolean | null;
        };
        NewApiKey: {
            /** Format: int64 */
            id: number;
            name: string;
            /** @description The first characters of the key. Null if the key has not been claimed yet. */
            prefix: string | null;
            scopes: ("competitions:read" | "winners:read" | "entries:create" | "competitions:write" | "draws:create" | "webhooks:manage" | "events:read")[];
            /** Format: int64 */
            rateLimit: number;
            /** Format: int64 */
            rateWindowSec: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description The time at which the key expires. Null if it never expires.
             */
            expiresAt: string | null;
            /** @description Networks that may use the key, in CIDR notation. Other addresses get `invalid_api_key`. Null allows any. */
            allowedAddresses: string[] | null;
            /**
             * Format: date-time
             * @description The time until which the previous secret of a rolled key works.
             */
            previousUntil: string | null;
            /** @description Whether the key was handed over and can be claimed. */
            claimable: boolean;
            /**
             * Format: date-time
             * @description The time until which a key that was handed over can be claimed.
             */
            claimUntil: string | null;
            /**
             * Format: date-time
             * @description The time at which the key was claimed: its secret was created and shown.
             */
            claimedAt: string | null;
            /** @description The person who claimed the key, such as `person:7`. */
            claimedBy: string | null;
            /**
             * Format: date-time
             * @description The last use of the key, accurate to about two minutes.
             */
            lastUsedAt: string | null;
            /** @description The secret key, shown only in this answer. Null if the key was handed over: it is shown to the person who claims it. */
            key: string | null;
        };
        ApiKey: {
            /** Format: int64 */
            id: number;
            name: string;
            /** @description The first characters of the key. Null if the key has not been claimed yet. */
            prefix: string | null;
            scopes: ("competitions:read" | "winners:read" | "entries:create" | "competitions:write" | "draws:create" | "webhooks:manage" | "events:read")[];
            /** Format: int64 */
            rateLimit: number;
            /** Format: int64 */
            rateWindowSec: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description The time at which the key expires. Null if it never expires.
             */
            expiresAt: string | null;
            /** @description Networks that may use the key, in CIDR notation. Other addresses get `invalid_api_key`. Null allows any. */
            allowedAddresses: string[] | null;
            /**
             * Format: date-time
             * @description The time until which the previous secret of a rolled key works.
             */
            previousUntil: string | null;
            /** @description Whether the key was handed over and can be claimed. */
            claimable: boolean;
            /**
             * Format: date-time
             * @description The time until which a key that was handed over can be claimed.
             */
            claimUntil: string | null;
            /**
             * Format: date-time
             * @description The time at which the key was claimed: its secret was created and shown.
             */
            claimedAt: string | null;
            /** @description The person who claimed the key, such as `person:7`. */
            claimedBy: string | null;
            /**
             * Format: date-time
             * @description The last use of the key, accurate to about two minutes.
             */
            lastUsedAt: string | null;
        };
        ApiKeyUpdate: {
            name?: string | null;
            /**
             * Format: date-time
             * @description The time at which the key expires. A time in the past disables the key immediately, until this is changed again. Null if it never expires.
             */
            expiresAt?: string | null;
            /** @description Addresses and networks that may use the key, such as `192.0.2.0/24`. Null allows any. */
            allowedAddresses?: string[] | null;
        };
        ApiKeyRoll: {
            /** @description The time for which the previous secret continues to work, in hours. */
            graceHours: number;
        };
        RailAccountPut: {
            provider: string;
            currencies: string[];
            /**
             * @description The credentials. They are stored encrypted and never returned. Credentials that are absent are removed.
             * @default {}
             */
            credentials?: {
                [key: string]: string;
            } | null;
            /**
             * @description Public settings of the provider.
             * @default {}
             */
            settings?: {
                [key: string]: unknown;
            } | null;
            /** @default true */
            enabled?: boolean | null;
        };
        RailAccount: {
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            kind: "flow" | "embed" | "fields" | "redirect" | "qr";
            provider: string;
            currencies: string[];
            settings: {
                [key: string]: unknown;
            };
            enabled: boolean;
            /**
             * @description `live`: the account takes real money. Null for an account in tokens, and if the service no longer has its rail.
             * @enum {string|null}
             */
            mode: "live" | "test" | null;
            /** @description The address to enter at the provider as the webhook, so that payments are reported. */
            notificationUrl: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description The time at which the provider accepted these credentials. Null if the provider could not be reached, or if the account was set disabled.
             */
            verifiedAt: string | null;
            /**
             * Format: date-time
             * @description The time until which notifications signed with the previous credentials are accepted.
             */
            previousCredentialsUntil: string | null;
            /** @description The results of calls to the provider, at most about one minute old. Null before the first call. */
            health: components["schemas"]["RailHealth"] | null;
        };
        RailHealth: {
            /**
             * Format: date-time
             * @description The last call that the provider answered.
             */
            lastSuccessAt: string | null;
            /** @description The last call without an answer, or with an answer that could not be read. */
            lastError: components["schemas"]["FailedRailCall"] | null;
            /**
             * Format: int64
             * @description The number of consecutive failed calls. 0 if the last call was answered.
             */
            consecutiveFailures: number;
        };
        RailAccountPatch: {
            currencies?: string[] | null;
            /** @description The credentials to change. Those that are absent stay; null removes one. They are stored encrypted and never returned. */
            credentials?: {
                [key: string]: string | null;
            } | null;
            /** @description The settings to change. Those that are absent stay; null removes one. */
            settings?: {
                [key: string]: unknown;
            } | null;
            enabled?: boolean | null;
        };
        RailAccountTest: {
            /**
             * @description `unknown`: the provider could not be reached.
             * @enum {string}
             */
            outcome: "accepted" | "refused" | "unknown";
            /** @description The reason, unless the account was accepted. */
            reason: string | null;
            /** @description The refused field, if the provider names it. */
            field: string | null;
            /**
             * Format: date-time
             * @description The time of the test.
             */
            testedAt: string;
        };
        RailCatalogue: {
            /** @description One element for each kind and provider. */
            providers: components["schemas"]["RailProvider"][];
        };
        RailProvider: {
            /** @enum {string} */
            kind: "flow" | "embed" | "fields" | "redirect" | "qr";
            provider: string;
            /** @description Whether the provider is simulated: it takes no money. */
            simulated: boolean;
            /** @description The currencies that the provider supports. */
            currencies: string[];
            /**
             * @description The refunds that the provider supports.
             * @enum {string}
             */
            refunds: "partial" | "full" | "none";
            /** @description The address to enter at the provider as the webhook, before or after the account is set. */
            notificationUrl: string;
            /** @description The fields of an account. */
            fields: components["schemas"]["RailField"][];
        };
        RailField: {
            /** @description The name in `credentials` or `settings`. */
            name: string;
            /**
             * @description `credentials` are secret: never returned.
             * @enum {string}
             */
            part: "credentials" | "settings";
            /** @description The meaning of the field, and the place where the provider shows it. */
            help: string;
            /** @description Whether an account needs the field. */
            required: boolean;
            /** @description The regular expression that the value must match. */
            pattern: string | null;
            /** @description The flags of the regular expression. */
            patternFlags: string;
        };
        RailAccountRemoval: {
            /** @enum {string} */
            kind: "flow" | "embed" | "fields" | "redirect" | "qr";
            provider: string;
            /**
             * @description The outcome. `disabled`: orders refer to the account, so it is kept but no longer serves a currency.
             * @enum {string}
             */
            outcome: "removed" | "disabled";
        };
        RailNotification: {
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            kind: "flow" | "embed" | "fields" | "redirect" | "qr";
            provider: string;
            /**
             * @description The state. `waiting`: it will be retried. `processed`: done, but not at the first attempt. `ignored`: it reports nothing relevant to the service. `unmatched`: it names an order or refund that the account does not have. `failed`: the service stopped retrying.
             * @enum {string}
             */
            state: "waiting" | "processed" | "ignored" | "unmatched" | "failed";
            /** @description The reported events, such as `payment.paid`. For an ignored notification, the provider's type. */
            types: string | null;
            /** @description The key that all repetitions of the notification share. */
            dedupeKey: string;
            /**
             * Format: int64
             * @description The number of retries after the first attempt.
             */
            tries: number;
            error: string | null;
            /** Format: date-time */
            receivedAt: string;
            /** Format: date-time */
            processedAt: string | null;
        };
        QuestionCreate: {
            question: string;
            options: string[];
            /** @description The index of the right option, starting at 0. */
            answerIndex: number;
            /**
             * @description The prize category of the question. Null fits any category.
             * @default null
             */
            category?: string | null;
        };
        Question: {
            /** Format: int64 */
            id: number;
            question: string;
            options: string[];
            /** Format: int64 */
            answerIndex: number;
            category: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        QuestionUpdate: {
            question?: string | null;
            options?: string[] | null;
            /** @description The index of the right option, starting at 0. */
            answerIndex?: number | null;
            /** @description The prize category of the question. Null fits any category. */
            category?: string | null;
        };
        Deleted: {
            /** Format: int64 */
            id: number;
            /** @enum {boolean} */
            deleted: true;
        };
        WebhookEndpointCreate: {
            /** @description The https address that receives events, on a public network address. */
            url: string;
            /**
             * @description The event types that the endpoint receives. Null receives all types, including future ones.
             * @default null
             */
            events?: ("entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping")[] | null;
            /**
             * @description A note for operators.
             * @default null
             */
            description?: string | null;
            /** @description The secret, `whsec_…`. Default: a generated one. */
            secret?: string | null;
        };
        NewWebhookEndpoint: {
            /** Format: int64 */
            id: number;
            url: string;
            events: ("entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping")[] | null;
            description: string | null;
            enabled: boolean;
            /** @description The reason why the service disabled the endpoint. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description The first failed attempt after the last success. Null if the last attempt succeeded.
             */
            failingSince: string | null;
            /** @description Whether deliveries also have the headers of Standard Webhooks. False if the secret is not padded base64; replace the secret to change that. */
            standardWebhooks: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The key that signs the endpoint's deliveries. Shown only in this answer. */
            secret: string;
        };
        WebhookEndpoint: {
            /** Format: int64 */
            id: number;
            url: string;
            events: ("entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping")[] | null;
            description: string | null;
            enabled: boolean;
            /** @description The reason why the service disabled the endpoint. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description The first failed attempt after the last success. Null if the last attempt succeeded.
             */
            failingSince: string | null;
            /** @description Whether deliveries also have the headers of Standard Webhooks. False if the secret is not padded base64; replace the secret to change that. */
            standardWebhooks: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WebhookEndpointUpdate: {
            /** @description The https address that receives events, on a public network address. */
            url?: string | null;
            /** @description The event types that the endpoint receives. Null receives all types, including future ones. */
            events?: ("entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping")[] | null;
            /** @description A note for operators. */
            description?: string | null;
            /** @description Whether events are sent. True also clears disabledReason. */
            enabled?: boolean | null;
        };
        SecretRotation: {
            /** @description The secret, `whsec_…`. Default: a generated one. */
            secret?: string | null;
        };
        RotatedSecret: {
            /** Format: int64 */
            id: number;
            url: string;
            /** @description The new secret. Shown only in this answer. */
            secret: string;
        };
        Ping: {
            eventId: string;
        };
        Delivery: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            endpointId: number;
            eventId: string;
            /** @enum {string} */
            type: "entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping";
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            /**
             * Format: date-time
             * @description The time of the next attempt. Null once the delivery is delivered or failed.
             */
            dueAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt: string | null;
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryAttempt: {
            /**
             * Format: int64
             * @description The number of the attempt, starting at 1.
             */
            number: number;
            /** Format: date-time */
            at: string;
            /** Format: int64 */
            durationMs: number;
            /**
             * Format: int64
             * @description The HTTP status. Null if there was no answer; `error` then has the reason.
             */
            status: number | null;
            error: string | null;
            /** @description The beginning of the answer's body. */
            response: string | null;
        };
        StoredEvent: {
            id: string;
            /** @enum {string} */
            type: "entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping";
            /** Format: date-time */
            createdAt: string;
            /** @description The body of the event's deliveries. */
            payload: {
                [key: string]: unknown;
            };
        };
        EventCatalogue: {
            /** @description One element for each type of event. */
            examples: components["schemas"]["EventExample"][];
        };
        EventExample: {
            /** @enum {string} */
            type: "entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping";
            /** @description The reason of the event. */
            description: string;
            /** @description The body of a delivery. */
            payload: {
                [key: string]: unknown;
            };
        };
        EndpointFigures: {
            /** @description The stored deliveries, by state. */
            deliveries: components["schemas"]["DeliveryFigures"];
            /** @description The present failure. Null if the last attempt was accepted or there was no attempt. */
            failing: components["schemas"]["FailingDeliveries"] | null;
            /** @description Attempts of the last 24 hours, earliest first. */
            hours: components["schemas"]["AttemptsOfHour"][];
            /** @description Stored deliveries that ended on the last 14 days, earliest first. */
            days: components["schemas"]["DeliveriesOfDay"][];
        };
        DeliveryFigures: {
            /**
             * Format: int64
             * @description Deliveries to be sent, for the first time or again.
             */
            pending: number;
            /**
             * Format: int64
             * @description Deliveries accepted by the receiver.
             */
            delivered: number;
            /**
             * Format: int64
             * @description Deliveries that the service stopped retrying.
             */
            failed: number;
        };
        FailingDeliveries: {
            /**
             * Format: date-time
             * @description The first failed attempt after the last success.
             */
            since: string;
            /**
             * Format: int64
             * @description Deliveries attempted since then.
             */
            attempted: number;
            /**
             * Format: int64
             * @description Deliveries attempted since then that are not delivered.
             */
            undelivered: number;
            /** @description The last attempt since then. Null if it is no longer stored. */
            lastAttempt: components["schemas"]["DeliveryAttempt"] | null;
        };
        AttemptsOfHour: {
            /**
             * Format: date-time
             * @description The start of the hour.
             */
            from: string;
            /**
             * Format: int64
             * @description Attempts answered with a status from 200 to 299.
             */
            accepted: number;
            /**
             * Format: int64
             * @description All other attempts.
             */
            failed: number;
        };
        DeliveriesOfDay: {
            /**
             * Format: date
             * @description The date.
             */
            day: string;
            /**
             * Format: int64
             * @description Deliveries that the receiver accepted on the day.
             */
            delivered: number;
            /**
             * Format: int64
             * @description Deliveries that the service stopped retrying on the day.
             */
            failed: number;
        };
        Replay: {
            /**
             * Format: date-time
             * @description Replay events from this time or later.
             */
            since: string;
            /**
             * Format: date-time
             * @description Replay events before this time, at most 30 days after `since`.
             */
            until: string;
        };
        Replayed: {
            /**
             * Format: int64
             * @description Deliveries that are due again or for the first time.
             */
            replayed: number;
        };
        FailedDeliveries: {
            /**
             * Format: int64
             * @description The number of deliveries that the replay would send again.
             */
            failed: number;
            /**
             * Format: date-time
             * @description The start of the period.
             */
            since: string;
            /**
             * Format: date-time
             * @description The end of the period; by default the time of the request. A replay with this value does not include deliveries that fail later.
             */
            until: string;
            /**
             * Format: int64
             * @description The last delivery that was scanned, if more follow. Null if all were scanned.
             */
            reached: number | null;
        };
        FailedReplay: {
            /**
             * Format: date-time
             * @description Include deliveries that failed at this time or later.
             */
            since: string;
            /**
             * Format: date-time
             * @description Include deliveries that failed before this time. Use `until` of the count.
             */
            until: string;
            /**
             * Format: int64
             * @description Continues after this delivery: `reached` of the previous answer.
             */
            after?: number | null;
        };
        FailedReplayed: {
            /**
             * Format: int64
             * @description The number of deliveries that are due again.
             */
            replayed: number;
            /**
             * Format: int64
             * @description The last delivery that was scanned, if more follow. Null if all were scanned.
             */
            reached: number | null;
        };
        Prize: {
            /** Format: int64 */
            id: number;
            category: string;
            name: string | null;
            brand: string | null;
            model: string | null;
            referenceNumber: string | null;
            /** @enum {string} */
            condition: "new" | "unworn" | "excellent" | "good";
            /** Format: int64 */
            retailValueUSDCents: number;
            description: string | null;
            imageUrls: string[];
            /**
             * Format: int64
             * @description Extension.
             */
            yearManufactured: number | null;
        };
        PrizeCreate: {
            /** Format: int64 */
            retailValueUSDCents: number;
            /** @description A prize must have a name, or both brand and model. */
            name?: string | null;
            brand?: string | null;
            model?: string | null;
            referenceNumber?: string | null;
            yearManufactured?: number | null;
            description?: string | null;
            /** @default watch */
            category?: string | null;
            /**
             * @default new
             * @enum {string|null}
             */
            condition?: "new" | "unworn" | "excellent" | "good" | null;
            /** @default [] */
            imageUrls?: string[] | null;
        } | {
            name: string;
        } | {
            brand: string;
            model: string;
        };
        PrizeUpdate: {
            /** @description A prize must have a name, or both brand and model. Null or `""` takes it away. */
            name?: string | null;
            /** @description The brand. Null or `""` takes it away. */
            brand?: string | null;
            /** @description The model's name. Null or `""` takes it away. */
            model?: string | null;
            /** @description The manufacturer's reference number. Null or `""` takes it away. */
            referenceNumber?: string | null;
            /** @description The year of manufacture, 1 to 9999. Null or `""` takes it away. */
            yearManufactured?: (number | null) | string;
            /** @description Markdown. Null or `""` takes it away. */
            description?: string | null;
            /** Format: int64 */
            retailValueUSDCents?: number | null;
            category?: string | null;
            /** @enum {string|null} */
            condition?: "new" | "unworn" | "excellent" | "good" | null;
            /** @description Addresses of images. The list is replaced as a whole. */
            imageUrls?: string[] | null;
        };
        OperatorCompetition: {
            /** Format: int64 */
            id: number;
            title: string;
            /** @description Markdown. */
            description: string | null;
            /** Format: int64 */
            ticketPriceUSDCents: number;
            /** @description The crypto token that the competition is priced in. */
            paymentToken: string;
            /** Format: int64 */
            maxTickets: number;
            /** Format: int64 */
            ticketsSold: number;
            /**
             * @description The stored status. Prefer `state`, which is more precise.
             * @enum {string}
             */
            status: "draft" | "active" | "ended" | "cancelled";
            /**
             * @description The lifecycle state. Only an open competition sells entries.
             * @enum {string}
             */
            state: "draft" | "scheduled" | "open" | "closing" | "drawn" | "retired" | "cancelled";
            /**
             * Format: date-time
             * @description The time at which sales end.
             */
            endDate: string;
            imageUrl: string | null;
            payment: components["schemas"]["Payment"];
            /**
             * Format: int64
             * @description Extension: tickets that can be bought now. Tickets held for pending sessions are not included.
             */
            available: number;
            /**
             * Format: int64
             * @description Extension.
             */
            prizeId: number;
            /**
             * Format: date-time
             * @description Extension: the time at which sales begin.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description Extension.
             */
            createdAt: string;
            paymentOverride: components["schemas"]["CompetitionPaymentOverride"];
            /** @description Extension: your own keys and values, in any order. Absent if there are none. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: int64
             * @description Tickets held by pending sessions.
             */
            ticketsHeld: number;
            /**
             * Format: int64
             * @description Sold tickets that no longer take part in the draw.
             */
            ticketsVoided: number;
            /** @description Whether the raffle contract sells its tickets. */
            onChain: boolean;
            /** @description The prize. */
            prize: components["schemas"]["Prize"];
            /**
             * Format: date-time
             * @description The time at which sales ended.
             */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description The time at which the winner was decided.
             */
            drawnAt: string | null;
            /**
             * Format: date-time
             * @description The time at which the competition was archived. Its state is retired from then on.
             */
            archivedAt: string | null;
            /**
             * Format: date-time
             * @description The time at which the competition was cancelled. A cancellation is final.
             */
            cancelledAt: string | null;
            /**
             * Format: date-time
             * @description The time at which all orders of a cancelled competition had been unwound. Each refund has a separate state.
             */
            unwoundAt: string | null;
            /**
             * Format: date-time
             * @description The time at which a recovery halted the competition. It sells nothing until it is resumed or cancelled.
             */
            haltedAt: string | null;
        };
        Payment: {
            /** @description Tokens that are accepted. Empty if crypto is off for the competition. */
            acceptedTokens: ("USDC" | "USDT")[];
            /** @description Whether card or bank checkout is available now: it is enabled, and a rail account and an exchange rate serve the charge currency. */
            fiat: boolean;
            /** @description The fiat currency that buyers are charged in. Absent if fiat is false. */
            fiatCurrency?: string | null;
        };
        /** @description Extension: the competition's payment override, as it was set. Null inherits the organisation's settings. */
        CompetitionPaymentOverride: {
            crypto: boolean | null;
            fiat: boolean | null;
            fiatCurrency: string | null;
        };
        CompetitionCreate: {
            /** Format: int64 */
            prizeId: number;
            title: string;
            ticketPriceUSDCents: number;
            maxTickets: number;
            /** Format: date-time */
            startDate: string;
            /** Format: date-time */
            endDate: string;
            /** @description Markdown. */
            description?: string | null;
            /**
             * @default USDC
             * @enum {string|null}
             */
            paymentToken?: "USDC" | "USDT" | null;
            /** Format: uri */
            imageUrl?: string | null;
            /** @default false */
            createOnChain?: boolean | null;
            payment?: components["schemas"]["PaymentOverride"] | null;
            /** @description Extension: your own keys and values: at most 50 keys of 1 to 40 characters, values of up to 500 characters, and 8,000 bytes of JSON in all. */
            metadata?: {
                [key: string]: string;
            } | null;
        };
        /** @description The payment override. Null or absent inherits the organisation's settings. */
        PaymentOverride: {
            crypto?: boolean | null;
            fiat?: boolean | null;
            fiatCurrency?: string | null;
        };
        CompetitionUpdate: {
            title?: string | null;
            /** @description Markdown. Null or `""` takes it away. */
            description?: string | null;
            /** @enum {string|null} */
            status?: "draft" | "active" | null;
            payment?: components["schemas"]["PaymentOverride"] | null;
            /**
             * Format: int64
             * @description Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`.
             */
            prizeId?: number | null;
            /** @description Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`. */
            ticketPriceUSDCents?: number | null;
            /** @description Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`. */
            maxTickets?: number | null;
            /**
             * Format: date-time
             * @description Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`.
             */
            startDate?: string | null;
            /**
             * Format: date-time
             * @description Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`.
             */
            endDate?: string | null;
            /** @description Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`. An https URL. Null or `""` takes it away. */
            imageUrl?: string | null;
            /** @description Extension: your own keys and values: at most 50 keys of 1 to 40 characters, values of up to 500 characters, and 8,000 bytes of JSON in all. Keys that are left out keep their values; null removes a key, and `"metadata": null` all of them. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        SalesByDay: {
            /** @description The days with a sale, oldest first. */
            days: components["schemas"]["SalesOfDay"][];
        };
        SalesOfDay: {
            /**
             * Format: date
             * @description The day, in the time zone of the query.
             */
            day: string;
            /**
             * Format: int64
             * @description Paid orders of the day.
             */
            orders: number;
            /**
             * Format: int64
             * @description Tickets sold, including those that no longer take part in the draw.
             */
            ticketsSold: number;
            /**
             * Format: int64
             * @description Tickets sold that no longer take part in the draw.
             */
            ticketsVoided: number;
            /**
             * Format: int64
             * @description The price of the tickets sold, before credit and commissions, in US cents.
             */
            salesUSDCents: number;
        };
        CancelPreview: {
            /**
             * Format: int64
             * @description Pending sessions, which will fail.
             */
            pendingOrders: number;
            /**
             * Format: int64
             * @description Tickets held by the pending sessions.
             */
            pendingTickets: number;
            /**
             * Format: int64
             * @description Credit reserved by the pending sessions, which will be released, in US cents.
             */
            reservedCreditCents: number;
            /**
             * Format: int64
             * @description Paid orders, which will be refunded.
             */
            paidOrders: number;
            /**
             * Format: int64
             * @description Tickets of the paid orders.
             */
            paidTickets: number;
            /**
             * Format: int64
             * @description Credit that will be returned to buyers, in US cents.
             */
            creditCents: number;
            /**
             * Format: int64
             * @description Commissions that will be reversed.
             */
            commissions: number;
            /**
             * Format: int64
             * @description The amount of the reversed commissions, in US cents.
             */
            commissionCents: number;
            /** @description The refunds by rail and currency. */
            refunds: components["schemas"]["RefundsOfRail"][];
            /** @description The refunds that buyers can claim from the raffle contract. Null if the contract sold nothing of this competition. */
            contract: components["schemas"]["PurchasesOnContract"] | null;
        };
        RefundsOfRail: {
            /** @enum {string} */
            kind: "flow" | "embed" | "fields" | "redirect" | "qr";
            provider: string;
            currency: string;
            /** @description Whether the rail cannot refund: a person must send each refund by hand. */
            byHand: boolean;
            /**
             * Format: int64
             * @description The number of refunds, one for each payment.
             */
            refunds: number;
            /**
             * Format: int64
             * @description The total amount, in the currency's minor unit.
             */
            amount: number;
        };
        PurchasesOnContract: {
            /**
             * Format: int64
             * @description Purchases on the contract.
             */
            purchases: number;
            /** @description The total amount, in the token's smallest unit. */
            units: string;
        };
        ReceiptPreview: {
            /** @description The subject of the mail. */
            subject: string;
            /** @description The address that receives replies. Null: replies go to the sender. */
            replyTo: string | null;
            /** @description The text of the mail, for programs that show no HTML. */
            text: string;
        };
        CompetitionDraw: {
            /** Format: int64 */
            competitionId: number;
            /** @enum {string} */
            status: "waiting" | "committed" | "drawn";
            /** Format: int64 */
            chainId: number;
            commitment: components["schemas"]["CompetitionDrawCommitment"] | null;
            /** @description Commitments that were not confirmed durable before their block existed, or whose competition was cancelled before it. They decided nothing. */
            voidedCommitments: components["schemas"]["VoidedDrawCommitment"][];
            winner: components["schemas"]["CompetitionDrawWinner"] | null;
            /**
             * @description Present for competitions on chain, which are drawn by a verifiable random number. Commitment and winner are then null; see request and answer.
             * @enum {string}
             */
            method?: "vrf";
            /** @description The raffle contract. Present for competitions on chain. */
            contract?: string;
            /** @description The request for a random number. Present for competitions on chain. */
            request?: components["schemas"]["RandomRequest"] | null;
            /** @description The answer with the random number. Present for competitions on chain. */
            answer?: components["schemas"]["RandomAnswer"] | null;
        };
        CompetitionDrawCommitment: {
            /** @description The Merkle tree hash (RFC 9162) of the ticket ranges. */
            ticketsRoot: string;
            totalTickets: number;
            /** @description The number of ticket ranges under the root. */
            ranges: number;
            /**
             * Format: int64
             * @description The block whose hash decides. It did not exist at the time of the commitment.
             */
            blockNumber: number;
            /** Format: date-time */
            committedAt: string;
        };
        VoidedDrawCommitment: {
            /** @description The Merkle tree hash (RFC 9162) of the ticket ranges. */
            ticketsRoot: string;
            totalTickets: number;
            /** @description The number of ticket ranges under the root. */
            ranges: number;
            /**
             * Format: int64
             * @description The block whose hash decides. It did not exist at the time of the commitment.
             */
            blockNumber: number;
            /** Format: date-time */
            committedAt: string;
            /** Format: date-time */
            voidedAt: string;
        };
        CompetitionDrawWinner: {
            ticketNumber: number;
            /** @description The index of the winning ticket, starting at 0: keccak256(blockHash, competitionId) mod totalTickets. */
            winnerIndex: number;
            blockHash: string;
            entry: components["schemas"]["CompetitionDrawEntry"];
            /** Format: date-time */
            drawnAt: string;
        };
        CompetitionDrawEntry: {
            first: number;
            last: number;
            /** @description The SHA-256 of the session's id, or of the transaction hash, as text. */
            orderHash: string;
        };
        RandomRequest: {
            /** @description The request's number at the VRF coordinator, in decimal. */
            vrfRequestId: string;
            /** @description The number of tickets at the time of the request. They are numbered from 1 without gaps. */
            tickets: number;
            requestTx: string;
            /**
             * Format: date-time
             * @description The time of the request's block.
             */
            requestedAt: string;
        };
        RandomAnswer: {
            /** @description The random number. */
            seed: string;
            /** @description The index of the winning ticket, starting at 0: seed mod tickets. */
            winnerIndex: number;
            /** @description The number of the winning ticket: winnerIndex + 1. */
            ticketNumber: number;
            fulfillmentTx: string;
            /** Format: int64 */
            blockNumber: number;
            entry: components["schemas"]["CompetitionDrawEntry"];
            /** Format: date-time */
            drawnAt: string;
        };
        OperatorWinner: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            competitionId: number;
            competitionTitle: string;
            /** Format: int64 */
            ticketNumber: number;
            /** Format: int64 */
            accountId: number;
            buyer: components["schemas"]["Buyer"];
            /** Format: date-time */
            wonAt: string;
            /**
             * Format: date-time
             * @description The time of publication. Null if the winner is not published and partners cannot see it.
             */
            publishedAt: string | null;
            draw: (components["schemas"]["BlockHashDraw"] | components["schemas"]["VerifiableRandomDraw"]) | null;
        };
        /** @description winnerIndex = keccak256(blockHash, competitionId) mod totalTickets */
        BlockHashDraw: {
            /** Format: int64 */
            blockNumber: number;
            blockHash: string;
            /** Format: int64 */
            winnerIndex: number;
            /** Format: int64 */
            totalTickets: number;
        };
        VerifiableRandomDraw: {
            /** @enum {string} */
            method: "vrf";
            seed: string;
            /** Format: int64 */
            winnerIndex: number;
            /** Format: int64 */
            totalTickets: number;
            vrfRequestId: string;
            fulfillmentTx: string;
            /** Format: int64 */
            blockNumber: number | null;
        };
        HaltedCompetition: {
            /** Format: int64 */
            id: number;
            title: string;
            /** @enum {string} */
            status: "draft" | "active" | "ended" | "cancelled";
            /**
             * Format: int64
             * @description Tickets sold: also the highest ticket number in the database.
             */
            ticketsSold: number;
            /**
             * Format: int64
             * @description Tickets held by pending sessions.
             */
            ticketsHeld: number;
            /** Format: int64 */
            maxTickets: number;
            /** Format: date-time */
            endDate: string;
            /** @description Whether the draw was committed before the restored point. If so, the same block decides. */
            committed: boolean;
            /**
             * Format: date-time
             * @description The time at which a recovery halted the competition. Null if it has been resumed.
             */
            haltedAt: string | null;
        };
        CompetitionResumption: {
            /** @description The highest ticket number that any buyer has received, before or after the restored point. Numbers above ticketsSold up to this number are skipped: they are void and belong to no buyer. 0 if no number was issued. */
            highestTicketTold: number;
        };
        Order: {
            /** @description The checkout session's id. */
            id: string;
            /** Format: int64 */
            competitionId: number;
            competitionTitle: string;
            /** Format: int64 */
            accountId: number;
            /**
             * @description The channel of the purchase: `api` with a partner's key, `hosted` on the service's pages, `chain` on the raffle contract.
             * @enum {string}
             */
            channel: "api" | "hosted" | "chain";
            /** @description The `X-Request-Id` of the request that created the session. Log lines about the order contain it. */
            requestId: string | null;
            buyer: components["schemas"]["Buyer"];
            /** Format: int64 */
            quantity: number;
            /** @enum {string} */
            status: "pending" | "paid" | "failed";
            error: string | null;
            /** Format: int64 */
            priceUSDCents: number;
            /**
             * Format: int64
             * @description The part of the price that account credit pays, in US cents.
             */
            creditCents: number;
            /**
             * Format: int64
             * @description The charge of the rail, in the currency's minor unit.
             */
            amount: number;
            currency: string;
            /** @description The exchange rate: units of the charge currency for one US dollar. Null if nothing was converted. */
            rate: string | null;
            /** @enum {string} */
            source: "fiat" | "crypto" | "free";
            /** @description The code of the affiliate who referred the buyer. */
            affiliate: string | null;
            /**
             * Format: int64
             * @description The affiliate's commission once the order is paid, in US cents.
             */
            commissionCents: number;
            /** @enum {string|null} */
            rail: "flow" | "embed" | "fields" | "redirect" | "qr" | null;
            provider: string | null;
            providerIds: {
                [key: string]: string;
            };
            returnUrl: string | null;
            /** Format: date-time */
            holdUntil: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            paidAt: string | null;
            /** Format: date-time */
            failedAt: string | null;
            /** @description The ticket numbers from first to last. Null until they are issued. */
            tickets: components["schemas"]["TicketRange"] | null;
            payments: components["schemas"]["OrderPayment"][];
            refunds: components["schemas"]["Refund"][];
            disputes: components["schemas"]["Dispute"][];
            /**
             * @description The progress of the refund: `requested`, `failed` and `manual` are states of its refunds; `succeeded`: all money has been sent; `on_chain`: the buyer claims it from the raffle contract. Null if there is nothing to refund.
             * @enum {string|null}
             */
            refundState: "requested" | "succeeded" | "failed" | "manual" | "on_chain" | null;
            /**
             * Format: date-time
             * @description The time at which the order was refunded, by the operator or because the competition was cancelled.
             */
            givenBackAt: string | null;
            /**
             * Format: date-time
             * @description The time at which all money had been sent back. Null if it has not, or if there is nothing to refund.
             */
            refundedAt: string | null;
            /** @description Extension: your own keys and values, in any order. Absent if there are none. */
            metadata?: {
                [key: string]: string;
            };
        };
        TicketRange: {
            /** Format: int64 */
            first: number;
            /** Format: int64 */
            last: number;
            /** Format: date-time */
            voidedAt: string | null;
        };
        OrderPayment: {
            /** Format: int64 */
            id: number;
            providerPaymentId: string;
            /** Format: int64 */
            amount: number;
            currency: string;
            /**
             * @description The payment's state. Only a settled payment bought tickets; any other payment is refunded.
             * @enum {string}
             */
            state: "settled" | "late" | "mismatch" | "surplus";
            /** Format: date-time */
            receivedAt: string;
        };
        Refund: {
            /** Format: int64 */
            id: number;
            /** @description The order's id. Null for a refund of an unmatched payment, whose order is unknown to the service. */
            orderId: string | null;
            /** Format: int64 */
            paymentId: number | null;
            /** Format: int64 */
            unmatchedPaymentId: number | null;
            /** Format: int64 */
            amount: number;
            currency: string;
            reason: string;
            /**
             * @description The refund's state. `manual`: the rail cannot refund or the money is disputed, so a person must decide. A succeeded refund may still fail later.
             * @enum {string}
             */
            state: "requested" | "succeeded" | "failed" | "manual";
            providerRefundId: string | null;
            /**
             * Format: int64
             * @description The number of calls that may have reached the rail since the refund was last requested.
             */
            tries: number;
            /**
             * Format: date-time
             * @description The time of the next call to the rail. If it is in the past, the call is made as soon as the rail answers. Null if no call is planned.
             */
            nextTryAt: string | null;
            /** @description The reason for the failure or the delay. */
            lastError: string | null;
            /** @description The record of a refund made by hand. */
            note: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            succeededAt: string | null;
        };
        Dispute: {
            /** Format: int64 */
            id: number;
            providerDisputeId: string;
            /** @description The stage, in the provider's terms. */
            stage: string;
            /**
             * @description The standing: `open` until the provider reports a result; `closed` if the dispute has ended and the provider does not report who won.
             * @enum {string}
             */
            standing: "open" | "won" | "lost" | "closed";
            /** Format: int64 */
            amount: number;
            currency: string;
            /**
             * @description The effect on the order's tickets. `kept`: they stay in the draw, because its commitment is older than the dispute.
             * @enum {string}
             */
            tickets: "voided" | "kept" | "none";
            /**
             * Format: date-time
             * @description The time until which the provider waits for an answer. Null if it waits for none, names no time, or if the dispute has ended.
             */
            answerBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        OrderWithEvents: {
            /** @description The checkout session's id. */
            id: string;
            /** Format: int64 */
            competitionId: number;
            competitionTitle: string;
            /** Format: int64 */
            accountId: number;
            /**
             * @description The channel of the purchase: `api` with a partner's key, `hosted` on the service's pages, `chain` on the raffle contract.
             * @enum {string}
             */
            channel: "api" | "hosted" | "chain";
            /** @description The `X-Request-Id` of the request that created the session. Log lines about the order contain it. */
            requestId: string | null;
            buyer: components["schemas"]["Buyer"];
            /** Format: int64 */
            quantity: number;
            /** @enum {string} */
            status: "pending" | "paid" | "failed";
            error: string | null;
            /** Format: int64 */
            priceUSDCents: number;
            /**
             * Format: int64
             * @description The part of the price that account credit pays, in US cents.
             */
            creditCents: number;
            /**
             * Format: int64
             * @description The charge of the rail, in the currency's minor unit.
             */
            amount: number;
            currency: string;
            /** @description The exchange rate: units of the charge currency for one US dollar. Null if nothing was converted. */
            rate: string | null;
            /** @enum {string} */
            source: "fiat" | "crypto" | "free";
            /** @description The code of the affiliate who referred the buyer. */
            affiliate: string | null;
            /**
             * Format: int64
             * @description The affiliate's commission once the order is paid, in US cents.
             */
            commissionCents: number;
            /** @enum {string|null} */
            rail: "flow" | "embed" | "fields" | "redirect" | "qr" | null;
            provider: string | null;
            providerIds: {
                [key: string]: string;
            };
            returnUrl: string | null;
            /** Format: date-time */
            holdUntil: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            paidAt: string | null;
            /** Format: date-time */
            failedAt: string | null;
            /** @description The ticket numbers from first to last. Null until they are issued. */
            tickets: components["schemas"]["TicketRange"] | null;
            payments: components["schemas"]["OrderPayment"][];
            refunds: components["schemas"]["Refund"][];
            disputes: components["schemas"]["Dispute"][];
            /**
             * @description The progress of the refund: `requested`, `failed` and `manual` are states of its refunds; `succeeded`: all money has been sent; `on_chain`: the buyer claims it from the raffle contract. Null if there is nothing to refund.
             * @enum {string|null}
             */
            refundState: "requested" | "succeeded" | "failed" | "manual" | "on_chain" | null;
            /**
             * Format: date-time
             * @description The time at which the order was refunded, by the operator or because the competition was cancelled.
             */
            givenBackAt: string | null;
            /**
             * Format: date-time
             * @description The time at which all money had been sent back. Null if it has not, or if there is nothing to refund.
             */
            refundedAt: string | null;
            /** @description Extension: your own keys and values, in any order. Absent if there are none. */
            metadata?: {
                [key: string]: string;
            };
            /** @description The events about the order's payment. Events are kept for at least 30 days. */
            events: components["schemas"]["EventWithDeliveries"][];
            /** @description The payment in tokens: transfers received and sent. Null if the order is not paid through the till. */
            tokenPayment: components["schemas"]["TokenPayment"] | null;
        };
        EventWithDeliveries: {
            id: string;
            /** @enum {string} */
            type: "entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping";
            /** Format: date-time */
            createdAt: string;
            /** @description The body of the event's deliveries. */
            payload: {
                [key: string]: unknown;
            };
            /** @description The deliveries of the event, one for each endpoint that receives it. */
            deliveries: components["schemas"]["Delivery"][];
        };
        TokenPayment: {
            /** Format: int64 */
            chainId: number;
            /** @description The contract of the token to pay in. */
            token: string;
            /** @description An amount in the token's smallest unit. */
            units: string;
            /** @description The address that the buyer pays to. */
            paymentAddress: string;
            /** @description The address that refunds are sent to. */
            refundAddress: string;
            /** @description The address that receives the price once the competition is drawn. */
            treasury: string;
            /**
             * Format: date-time
             * @description The payment deadline. Transfers in later blocks are too late.
             */
            deadline: string | null;
            /**
             * Format: date-time
             * @description The time of the last block whose transfers were read. Null if no block was read.
             */
            readUntil: string | null;
            /**
             * @description The destination of the price: it is held at the address until the draw, goes to the treasury, or goes back to the buyer. Any excess always goes back.
             * @enum {string}
             */
            decision: "held" | "to_treasury" | "to_buyer";
            /**
             * @description The caller who completed the price at the treasury. Null if the treasury does not have the price.
             * @enum {string|null}
             */
            paidOutBy: "service" | "treasury" | null;
            /** @description Amounts that the refund address could not receive. They remain at `paymentAddress` and can go only to the refund address. */
            stayed: components["schemas"]["TokenRest"][];
            /** @description Incoming transfers in final blocks, oldest first. */
            transfers: components["schemas"]["TokenTransfer"][];
            /** @description The newest 50 outgoing movements, done or planned, oldest first. */
            movements: components["schemas"]["TokenMovement"][];
        };
        TokenRest: {
            /** @description The token's contract. */
            token: string;
            /** @description An amount in the token's smallest unit. */
            units: string;
        };
        TokenTransfer: {
            txHash: string;
            /**
             * Format: int64
             * @description The log index, since a transaction may have several transfers.
             */
            logIndex: number;
            /**
             * Format: int64
             * @description The number of the transfer's block, which is final.
             */
            block: number;
            /**
             * Format: date-time
             * @description The time of the transfer's block.
             */
            receivedAt: string;
            /** @description The token's contract. */
            token: string;
            /** @description An amount in the token's smallest unit. */
            units: string;
        };
        TokenMovement: {
            /**
             * @description The recipient. `buyer` is the buyer's refund address.
             * @enum {string}
             */
            to: "treasury" | "buyer";
            /**
             * @description The caller. `other` is a call that this service did not send: the treasury and the buyer can send some calls.
             * @enum {string}
             */
            by: "service" | "other";
            /**
             * @description The state of the call. A `failed` call moved nothing: `error` has the reason, and the next entry is the next attempt.
             * @enum {string}
             */
            state: "queued" | "sent" | "mined" | "final" | "failed";
            txHash: string | null;
            /** @description The token's contract. Null if no final block contains the movement. */
            token: string | null;
            /** @description An amount in the token's smallest unit. */
            units: string | null;
            error: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description The reason for the refund. Repeating the request changes nothing and returns the same order. */
        OrderRefund: {
            reason: string;
        };
        RefundBatch: {
            /** @description The ids of orders, at most 100. */
            orderIds: string[];
            reason: string;
        };
        BatchResult: {
            /** @description The id from the request. */
            id: string;
            /**
             * @description The result. `unchanged`: it was done before, or does not apply. `refused`: `error` has the code of the refusal.
             * @enum {string}
             */
            result: "done" | "unchanged" | "refused" | "not_found";
            error: string | null;
            message: string | null;
        };
        PublicationBatch: {
            /** @description The ids of winners, at most 100. */
            winnerIds: number[];
        };
        ReplayBatch: {
            /** @description The ids of deliveries, at most 100. */
            deliveryIds: number[];
        };
        PrizeImport: {
            /** @description The text of a CSV file: a first line with the names of the columns, and 1 to 100 rows. Commas, semicolons or tabs separate the cells. */
            csv: string;
            /**
             * @description Whether the rows are only checked. Then nothing is created.
             * @default false
             */
            preview?: boolean;
        };
        ImportResult: {
            /**
             * Format: int64
             * @description The number of rows that were created: all or none.
             */
            created: number;
            /**
             * Format: int64
             * @description The number of rows with a fault.
             */
            refused: number;
            /** @description The rows in the order of the file. */
            rows: components["schemas"]["ImportedRow"][];
        };
        ImportedRow: {
            /**
             * Format: int64
             * @description The line of the file at which the row begins. The head is line 1.
             */
            line: number;
            /** @description The name or title in the row. Null: it has none. */
            name: string | null;
            /**
             * @description The result. `valid`: it would be created. `refused`: `issues` says why.
             * @enum {string}
             */
            result: "created" | "valid" | "refused";
            /**
             * Format: int64
             * @description The id of what was created.
             */
            id: number | null;
            /** @description The faults of the row. */
            issues: components["schemas"]["ImportIssue"][];
        };
        ImportIssue: {
            /** @description The column. Null: the row as a whole. */
            column: string | null;
            /** @description The code of the fault, for programs. */
            code: string;
            /** @description The fault, for people. */
            message: string;
        };
        CompetitionImport: {
            /** @description The text of a CSV file: a first line with the names of the columns, and 1 to 100 rows. Commas, semicolons or tabs separate the cells. */
            csv: string;
            /**
             * @description Whether the rows are only checked. Then nothing is created.
             * @default false
             */
            preview?: boolean;
        };
        OrganisationFigures: {
            /**
             * Format: date-time
             * @description The time of the service's clock.
             */
            at: string;
            /** @description The time zone of the days. */
            timeZone: string;
            /** @description The sales of all days together. */
            sales: components["schemas"]["SalesInCurrency"][];
            /** @description The last days, earliest first, each with the orders paid on it. */
            days: components["schemas"]["SalesOnDay"][];
            /**
             * Format: int64
             * @description Orders that wait for payment.
             */
            pendingOrders: number;
            /**
             * Format: int64
             * @description Competitions that are open for entries.
             */
            openCompetitions: number;
            /**
             * Format: int64
             * @description Tickets that the open competitions can still sell.
             */
            ticketsLeft: number;
            /** @description Unfinished refunds, by state. */
            refunds: components["schemas"]["RefundFigures"];
            /**
             * Format: int64
             * @description Payments without an order that wait for a decision.
             */
            unmatchedPayments: number;
            /**
             * Format: int64
             * @description Disputes that the provider has not ended.
             */
            openDisputes: number;
            /**
             * Format: date-time
             * @description The next time by which an open dispute must be answered; null if no provider waits for an answer or names a time.
             */
            nextDisputeAnswerBy: string | null;
        };
        SalesInCurrency: {
            /** @description The charge currency. */
            currency: string;
            /**
             * Format: int64
             * @description Paid orders that were not refunded.
             */
            orders: number;
            /**
             * Format: int64
             * @description Tickets of the paid orders that were not refunded.
             */
            tickets: number;
            /**
             * Format: int64
             * @description The charges of the rails, in the currency's minor unit.
             */
            amount: number;
            /**
             * Format: int64
             * @description The price of the tickets, including the part paid by credit, in US cents.
             */
            priceUSDCents: number;
            /**
             * Format: int64
             * @description The part of the price paid by credit, in US cents.
             */
            creditUSDCents: number;
            /**
             * Format: int64
             * @description Paid orders that were refunded.
             */
            givenBackOrders: number;
            /**
             * Format: int64
             * @description Tickets of the refunded orders.
             */
            givenBackTickets: number;
            /**
             * Format: int64
             * @description The charges of the refunded orders, in the currency's minor unit.
             */
            givenBackAmount: number;
        };
        SalesOnDay: {
            /**
             * Format: date
             * @description The date.
             */
            day: string;
            /**
             * Format: date-time
             * @description The start of the day.
             */
            from: string;
            /**
             * Format: date-time
             * @description The start of the next day. A day on which clocks change does not have 24 hours.
             */
            until: string;
            /** @description One element for each charge currency with an order. */
            sales: components["schemas"]["SalesInCurrency"][];
        };
        RefundFigures: {
            /**
             * Format: int64
             * @description Refunds in progress.
             */
            requested: number;
            /**
             * Format: int64
             * @description Refunds that the rail failed to send.
             */
            failed: number;
            /**
             * Format: int64
             * @description Refunds that need a decision, because the rail cannot refund or the money is disputed.
             */
            manual: number;
        };
        SalesFigures: {
            /**
             * Format: date-time
             * @description The time of the service's clock.
             */
            at: string;
            /** @description The organisation's time zone. */
            timeZone: string;
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            /** @description All days together, by charge currency. Currencies are never added up. */
            figures: components["schemas"]["FiguresInCurrency"][];
            /** @description All days, earliest first. */
            days: components["schemas"]["FiguresOfDay"][];
            /** @description The same number of days, up to the day before the first. */
            before: components["schemas"]["FiguresBefore"];
        };
        FiguresInCurrency: {
            /** @description The charge currency. */
            currency: string;
            /**
             * Format: int64
             * @description Paid orders, by the time of payment.
             */
            orders: number;
            /**
             * Format: int64
             * @description Tickets of the paid orders.
             */
            tickets: number;
            /**
             * Format: int64
             * @description The charges of the paid orders, in the currency's minor unit.
             */
            gross: number;
            /**
             * Format: int64
             * @description Refunds of paid orders that succeeded, by the time at which they succeeded.
             */
            refunds: number;
            /**
             * Format: int64
             * @description The amount of these refunds.
             */
            refunded: number;
            /**
             * Format: int64
             * @description Disputes that were not won, by the time at which they were opened.
             */
            disputes: number;
            /**
             * Format: int64
             * @description The amount of these disputes.
             */
            disputed: number;
            /**
             * Format: int64
             * @description Gross, less what was refunded and disputed. It can be negative.
             */
            net: number;
            /**
             * Format: int64
             * @description Checkout sessions, by the time of their creation.
             */
            sessions: number;
            /**
             * Format: int64
             * @description Sessions of these that are paid by now.
             */
            converted: number;
            /**
             * Format: int64
             * @description Paid sessions of all sessions, in hundredths of a per cent. Null: there are no sessions.
             */
            conversionBps: number | null;
        };
        FiguresOfDay: {
            /**
             * Format: date
             * @description The date.
             */
            day: string;
            /**
             * Format: date-time
             * @description The start of the day.
             */
            from: string;
            /**
             * Format: date-time
             * @description The start of the next day. A day on which clocks change has 23 or 25 hours.
             */
            until: string;
            /** @description One element for each charge currency with a figure. */
            figures: components["schemas"]["FiguresInCurrency"][];
        };
        FiguresBefore: {
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            /** @description All days together, by charge currency. Currencies are never added up. */
            figures: components["schemas"]["FiguresInCurrency"][];
            /** @description All days, earliest first. */
            days: components["schemas"]["FiguresOfDay"][];
        };
        CompetitionFigures: {
            /**
             * Format: date-time
             * @description The time of the service's clock.
             */
            at: string;
            /** @description One element for each charge currency with a figure. */
            figures: components["schemas"]["FiguresInCurrency"][];
        };
        SalesBreakdown: {
            /**
             * Format: date-time
             * @description The time of the service's clock.
             */
            at: string;
            /** @description The organisation's time zone. */
            timeZone: string;
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            /** @description Members with a figure, the most paid orders first. */
            members: components["schemas"]["FiguresOfMember"][];
            /**
             * Format: int64
             * @description The number of members that `limit` has cut off. The export has them all.
             */
            more: number;
        };
        FiguresOfMember: {
            /** @description Null: sales on no rail, such as free tickets, or by no affiliate. */
            member: components["schemas"]["FigureMember"] | null;
            /** @description One element for each charge currency with a figure. */
            figures: components["schemas"]["FiguresInCurrency"][];
        };
        FigureMember: {
            /**
             * Format: int64
             * @description The id of the competition, rail account or affiliate.
             */
            id: number;
            /** @description The title, the provider, or the affiliate's name. */
            name: string;
            /** @description The value that selects it: the id, `kind/provider`, or the code. */
            key: string;
        };
        Finance: {
            /** @description The organisation's time zone. */
            timeZone: string;
            /** @description The first month. */
            from: string;
            /** @description The last month. */
            to: string;
            /** @description All months, earliest first. */
            months: components["schemas"]["FinanceOfMonth"][];
        };
        FinanceOfMonth: {
            /** @description The calendar month. */
            month: string;
            /**
             * Format: date-time
             * @description The start of the month.
             */
            from: string;
            /**
             * Format: date-time
             * @description The start of the next month.
             */
            until: string;
            /** @description One element for each rail with money. */
            rails: components["schemas"]["FinanceOfRail"][];
        };
        FinanceOfRail: {
            /** @description The rail account. Null: no rail. */
            rail: components["schemas"]["FigureMember"] | null;
            /** @description One element for each charge currency. */
            money: components["schemas"]["FinanceInCurrency"][];
        };
        FinanceInCurrency: {
            /** @description The charge currency. */
            currency: string;
            /**
             * Format: int64
             * @description All payments, also those that bought nothing: late, of a wrong amount, paid twice, or without an order.
             */
            taken: number;
            /**
             * Format: int64
             * @description All refunds that succeeded.
             */
            givenBack: number;
            /**
             * Format: int64
             * @description The amount of disputes that were opened and not won.
             */
            disputed: number;
            /**
             * Format: int64
             * @description The fees of the rail. Null if the rail does not report them to the service: a payout file has them.
             */
            fees: number | null;
            /**
             * Format: int64
             * @description Taken, less what was given back, disputed, and known fees. It can be negative.
             */
            net: number;
        };
        PayoutFile: {
            /**
             * @description The provider that the file is from.
             * @enum {string}
             */
            provider: "adyen" | "paypal" | "stripe";
            /** @description The file's text. */
            file: string;
        };
        PayoutMatch: {
            /**
             * Format: date-time
             * @description The earliest payment of the file. Null if the file tells no times.
             */
            from: string | null;
            /**
             * Format: date-time
             * @description The end of the file's payments.
             */
            until: string | null;
            /**
             * Format: int64
             * @description Payments and refunds of which the file and the service have the same amount.
             */
            matched: number;
            /**
             * Format: int64
             * @description Payments and refunds of which the amounts differ.
             */
            amountDiffers: number;
            /**
             * Format: int64
             * @description Payments and refunds that the service does not know.
             */
            fileOnly: number;
            /**
             * Format: int64
             * @description Payments and refunds of the file's time that the file does not have. The first ten minutes are not compared.
             */
            oursOnly: number;
            /** @description The first 500 payments and refunds that do not match. */
            differences: components["schemas"]["PayoutDifference"][];
            /** @description Sums of the file's lines, in minor units, before fees. */
            totals: components["schemas"]["PayoutTotal"][];
        };
        PayoutDifference: {
            /**
             * @description The kind of money that moved.
             * @enum {string}
             */
            what: "payment" | "refund";
            /**
             * @description `amount_differs`: both have it; `file_only` and `ours_only`: one does not.
             * @enum {string}
             */
            result: "amount_differs" | "file_only" | "ours_only";
            /** @description The provider's id. Empty if the line has none. */
            id: string;
            /** @description The order of the payment. Null if it is not known. */
            orderId: string | null;
            /** @description The amount in the file. Null: it is not in the file. */
            inFile: components["schemas"]["MatchedAmount"] | null;
            /** @description The amount in the service. Null: it is not known there. */
            withUs: components["schemas"]["MatchedAmount"] | null;
            /**
             * Format: date-time
             * @description The time in the file, or in the service. Null if the file tells none.
             */
            at: string | null;
        };
        MatchedAmount: {
            /** Format: int64 */
            amount: number;
            currency: string;
        };
        PayoutTotal: {
            /** @description The currency of the payout. */
            currency: string;
            /** Format: int64 */
            payments: number;
            /**
             * Format: int64
             * @description Negative: they lower the payout.
             */
            refunds: number;
            /** Format: int64 */
            disputes: number;
            /**
             * Format: int64
             * @description Lines that are none of these, such as fees of the account.
             */
            other: number;
            /**
             * Format: int64
             * @description Fees of all lines.
             */
            fees: number;
            /**
             * Format: int64
             * @description The sum of the file: what the provider pays out.
             */
            net: number;
        };
        RefundResolution: {
            /** @description A note on how the money was refunded. */
            note: string;
        };
        DisputeOfOrder: {
            /** Format: int64 */
            id: number;
            providerDisputeId: string;
            /** @description The stage, in the provider's terms. */
            stage: string;
            /**
             * @description The standing: `open` until the provider reports a result; `closed` if the dispute has ended and the provider does not report who won.
             * @enum {string}
             */
            standing: "open" | "won" | "lost" | "closed";
            /** Format: int64 */
            amount: number;
            currency: string;
            /**
             * @description The effect on the order's tickets. `kept`: they stay in the draw, because its commitment is older than the dispute.
             * @enum {string}
             */
            tickets: "voided" | "kept" | "none";
            /**
             * Format: date-time
             * @description The time until which the provider waits for an answer. Null if it waits for none, names no time, or if the dispute has ended.
             */
            answerBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The order's id. Null if the dispute names no order that this rail account charged. */
            orderId: string | null;
            /** @description The provider at which the dispute is answered. */
            provider: string;
            /** @description The page of the provider for the dispute. Null: its address is not known. */
            providerUrl: string | null;
            /**
             * Format: int64
             * @description The order's competition.
             */
            competitionId: number | null;
            competitionTitle: string | null;
            /** @description The order's buyer. */
            buyer: components["schemas"]["Buyer"];
        };
        DrawAccount: {
            /**
             * Format: int64
             * @description The balance in US cents.
             */
            balanceCents: number;
            /**
             * Format: int64
             * @description The cost of a reveal, in US cents.
             */
            unitCostCents: number;
            /**
             * Format: int64
             * @description The number of revealed draws.
             */
            draws: number;
            /**
             * Format: int64
             * @description The total cost of the revealed draws, in US cents.
             */
            costCents: number;
            /** @description The token and address of deposits. Null if the service accepts no deposits. */
            settlement: components["schemas"]["DrawSettlement"] | null;
            /** @description Commitments that can still be revealed: the 100 that expire first. */
            openDraws: components["schemas"]["OpenDraw"][];
        };
        DrawSettlement: {
            /** @description The deposit address of your organisation. */
            depositAddress: string;
            tokenAddress: string;
            tokenSymbol: string;
            /** Format: int64 */
            tokenDecimals: number;
        };
        OpenDraw: {
            /**
             * Format: uuid
             * @description The draw's id.
             */
            id: string;
            /** @description The commitment: the hash of the server seed. */
            serverSeedHash: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time from which the draw can no longer be revealed.
             */
            expiresAt: string;
        };
        ListedDrawLedgerEntry: {
            /** @enum {string} */
            kind: "draw" | "deposit";
            /**
             * Format: int64
             * @description The change of the balance in US cents; negative for the charge of a draw.
             */
            amountCents: number;
            txHash: string | null;
            /** Format: uuid */
            drawId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: int64 */
            id: number;
        };
        UnmatchedPayment: {
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            kind: "flow" | "embed" | "fields" | "redirect" | "qr";
            provider: string;
            providerPaymentId: string;
            /** @description The order's id at the provider. The service does not know the order. */
            orderId: string | null;
            /**
             * Format: int64
             * @description The order's number, if the provider identifies orders by number.
             */
            orderNumber: number | null;
            /** Format: int64 */
            amount: number;
            currency: string;
            /**
             * Format: int64
             * @description The part of the amount that the provider had already refunded when the payment was found.
             */
            sentBack: number;
            /**
             * @description The state. `open`: not decided. `refunded`: a refund exists, and its state shows its progress.
             * @enum {string}
             */
            state: "open" | "refunded" | "resolved";
            /**
             * @description The source: `notification` is the provider's message, `recovery` is the provider's list of payments after a restore.
             * @enum {string}
             */
            foundBy: "notification" | "recovery";
            /** Format: date-time */
            foundAt: string;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description The reason for the refund, or the resolution. */
            note: string | null;
        };
        UnmatchedPaymentRefund: {
            /** @description The reason for the refund. */
            reason: string;
        };
        UnmatchedPaymentResolution: {
            /** @description The resolution: what happened to the money. */
            note: string;
        };
        ListedAccount: {
            /**
             * Format: int64
             * @description The account's id: `userId` in events.
             */
            id: number;
            /** @description The email of the account. Null if it was created with a wallet. */
            email: string | null;
            /** @description The wallet of the account. Null if it was created with an email. */
            walletAddress: string | null;
            /** @description The buyer's emails and wallets, oldest first. */
            identities: components["schemas"]["Identity"][];
            /**
             * Format: int64
             * @description Account credit in US cents.
             */
            balanceCents: number;
            /**
             * Format: int64
             * @description The part of the credit that is reserved for pending orders, in US cents.
             */
            reservedCents: number;
            /** Format: date-time */
            createdAt: string;
            /** @description The orders of the buyer, with the sums paid. */
            purchases: components["schemas"]["Purchases"];
        };
        Identity: {
            /** @enum {string} */
            kind: "email" | "wallet";
            value: string;
        };
        PaidSum: {
            currency: string;
            /**
             * Format: int64
             * @description The sum of the charges, in the currency's minor unit.
             */
            amount: number;
            /**
             * Format: int64
             * @description The number of these orders.
             */
            orders: number;
        };
        Purchases: {
            /**
             * Format: int64
             * @description The number of orders, in any state.
             */
            orders: number;
            /** @description True if the buyer may have more orders than the newest 500, which are counted. */
            isMore: boolean;
            /** @description The orders that are paid and not refunded, by currency. */
            paid: components["schemas"]["PaidSum"][];
        };
        AccountWithOrders: {
            /**
             * Format: int64
             * @description The account's id: `userId` in events.
             */
            id: number;
            /** @description The email of the account. Null if it was created with a wallet. */
            email: string | null;
            /** @description The wallet of the account. Null if it was created with an email. */
            walletAddress: string | null;
            /** @description The buyer's emails and wallets, oldest first. */
            identities: components["schemas"]["Identity"][];
            /**
             * Format: int64
             * @description Account credit in US cents.
             */
            balanceCents: number;
            /**
             * Format: int64
             * @description The part of the credit that is reserved for pending orders, in US cents.
             */
            reservedCents: number;
            /** Format: date-time */
            createdAt: string;
            /** @description The orders of the buyer, with the sums paid. */
            purchases: components["schemas"]["Purchases"];
            /** @description The newest 20 orders. For all orders, list orders with `accountId`. */
            orders: components["schemas"]["Order"][];
        };
        CreditGrant: {
            /** @description The credit to grant, in US cents. */
            amountCents: number;
            reason: string;
        };
        Account: {
            /**
             * Format: int64
             * @description The account's id: `userId` in events.
             */
            id: number;
            /** @description The email of the account. Null if it was created with a wallet. */
            email: string | null;
            /** @description The wallet of the account. Null if it was created with an email. */
            walletAddress: string | null;
            /** @description The buyer's emails and wallets, oldest first. */
            identities: components["schemas"]["Identity"][];
            /**
             * Format: int64
             * @description Account credit in US cents.
             */
            balanceCents: number;
            /**
             * Format: int64
             * @description The part of the credit that is reserved for pending orders, in US cents.
             */
            reservedCents: number;
            /** Format: date-time */
            createdAt: string;
        };
        Note: {
            /** Format: int64 */
            id: number;
            /**
             * Format: int64
             * @description The buyer's account that the note is about, or that placed the order.
             */
            accountId: number;
            /** @description The order that the note is about. Null for a note about the buyer. */
            orderId: string | null;
            /** @description The text. Emails in it are masked for members who see emails in part. */
            text: string;
            /** @description The author, such as `person:7`. */
            author: string;
            /** @description The author's name at that time. Null if not a person. */
            authorName: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        NoteCreate: {
            /** @description The text. Buyers do not see it. */
            text: string;
        };
        AffiliateCreate: {
            /** @description The affiliate's code. Stored in lower case; case does not matter in requests. */
            code: string;
            name: string;
            /** @description The commission in basis points (hundredths of a per cent) of the price. A change applies to orders placed afterwards. */
            commissionBps: number;
        };
        Affiliate: {
            /** Format: int64 */
            id: number;
            code: string;
            name: string;
            /** Format: int64 */
            commissionBps: number;
            /**
             * Format: int64
             * @description The commission of paid orders, in US cents.
             */
            accruedCents: number;
            /**
             * Format: int64
             * @description The part that refunds and cancelled competitions reversed, in US cents.
             */
            reversedCents: number;
            /**
             * Format: int64
             * @description The commission after reversals, in US cents. Payouts are not recorded in the service.
             */
            balanceCents: number;
            /** Format: date-time */
            createdAt: string;
        };
        AffiliateUpdate: {
            name?: string | null;
            /** @description The commission in basis points (hundredths of a per cent) of the price. A change applies to orders placed afterwards. */
            commissionBps?: number | null;
        };
        Commission: {
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            kind: "accrual" | "reversal";
            /**
             * Format: int64
             * @description The amount in US cents; negative for a reversal.
             */
            amountCents: number;
            orderId: string;
            /** Format: date-time */
            at: string;
        };
        AuditEntryOfAny: {
            /** Format: int64 */
            id: number;
            /** Format: date-time */
            at: string;
            /** @description The actor: `operator` for a holder of the token, otherwise such as `person:7`. */
            actor: string;
            /** @description The person's name at that time. Null if the actor is not a person. */
            actorName: string | null;
            /** @description The person's email at that time. Null if the actor is not a person. */
            actorEmail: string | null;
            /**
             * Format: int64
             * @description The login in which the person acted.
             */
            loginId: number | null;
            /** @description The network address of the client. */
            client: string | null;
            /** @description The action, such as `api_key.revoked`. */
            action: string;
            /** @description The object of the action, such as `api_key:7`. */
            subject: string;
            facts: {
                [key: string]: unknown;
            };
            requestId: string;
            /** @description The slug of the organisation. Null if the entry concerns no organisation. */
            organisation: string | null;
        };
        AuditEntry: {
            /** Format: int64 */
            id: number;
            /** Format: date-time */
            at: string;
            /** @description The actor: `operator` for a holder of the token, otherwise such as `person:7`. */
            actor: string;
            /** @description The person's name at that time. Null if the actor is not a person. */
            actorName: string | null;
            /** @description The person's email at that time. Null if the actor is not a person. */
            actorEmail: string | null;
            /**
             * Format: int64
             * @description The login in which the person acted.
             */
            loginId: number | null;
            /** @description The network address of the client. */
            client: string | null;
            /** @description The action, such as `api_key.revoked`. */
            action: string;
            /** @description The object of the action, such as `api_key:7`. */
            subject: string;
            facts: {
                [key: string]: unknown;
            };
            requestId: string;
        };
        EmailSignInStart: {
            /**
             * Format: email
             * @description The email to send the code to.
             */
            email: string;
        };
        SignInStarted: {
            /**
             * Format: int64
             * @description The code's lifetime, in minutes.
             */
            minutes: number;
        };
        EmailSignInVerify: {
            /** @description The eight digits of the code, in any supported script. Spaces, dashes and direction marks are ignored. */
            code: string;
        };
        SignInDone: {
            /**
             * @description Always true. The answer sets the login's cookie.
             * @enum {boolean}
             */
            signedIn: true;
        };
        LinkSignIn: {
            /** @description The token of the link: the part after `#`. */
            token: string;
        };
        SignedOut: {
            /**
             * @description Always false. The login has ended.
             * @enum {boolean}
             */
            signedIn: false;
        };
        SignInWays: {
            /** @description Whether the console's address allows passkeys. */
            passkeys: boolean;
            /** @description Whether the service sends codes by mail. */
            codes: boolean;
            /** @description The identity provider for operators. Null if there is none. */
            provider: components["schemas"]["SignInProvider"] | null;
        };
        SignInProvider: {
            /** @description The identity provider's name. */
            name: string;
            /** @description Whether operators can sign in and confirm only with the identity provider. */
            onlyWay: boolean;
        };
        SignInProviderAddress: {
            /** @description The address at the identity provider that the browser opens next. */
            url: string;
        };
        SignInProviderAnswer: {
            /** @description The query of the return address, starting with `?`. */
            answer: string;
        };
        SignInProviderDone: {
            /**
             * @description The act that was started and is now done.
             * @enum {string}
             */
            did: "sign_in" | "confirm";
        };
        Me: {
            /** @description The signed-in person. */
            person: components["schemas"]["Person"];
            /**
             * @description The person's role as an operator. Null if the person is not an operator.
             * @enum {string|null}
             */
            operatorRole: "owner" | "account_manager" | "support" | "auditor" | null;
            /** @description The person's memberships in organisations. */
            memberships: components["schemas"]["Membership"][];
            /** @description The person's permissions as an operator, in every organisation. */
            permissions: ("organisations:read" | "organisations:create" | "organisations:write" | "settings:write" | "search:read" | "keys:read" | "keys:issue" | "keys:hold" | "keys:revoke" | "rails:read" | "rails:write" | "questions:read" | "questions:write" | "webhooks:read" | "webhooks:write" | "webhooks:secret" | "webhooks:send" | "draws:continue" | "competitions:read" | "competitions:write" | "competitions:cancel" | "competitions:resume" | "competitions:archive" | "winners:read" | "winners:publish" | "orders:read" | "orders:refund" | "notes:write" | "accounts:read" | "credit:grant" | "affiliates:read" | "affiliates:write" | "draw_account:read" | "health:read" | "audit:read" | "audit:read_all" | "exports:read" | "finance:read" | "team:read" | "team:write" | "operators:read" | "operators:write")[];
            /** @description Whether the person has a passkey. A person with a passkey cannot sign in with a code. */
            hasPasskey: boolean;
            /** @description Whether the console's address allows passkeys. */
            passkeysPossible: boolean;
            /** @description The identity provider that operators can confirm with. Null if there is none. */
            provider: components["schemas"]["SignInProvider"] | null;
            /** @description The login of this browser. */
            login: components["schemas"]["CurrentLogin"];
            /** @description The service's address for partners and buyers, without a slash at the end. The host may differ from the console's. */
            publicUrl: string;
        };
        Person: {
            /**
             * Format: int64
             * @description The person's id.
             */
            id: number;
            /** @description The person's email, in lower case. */
            email: string;
            /** @description The person's name, as shown to others. */
            name: string;
        };
        Membership: {
            /** @description The organisation that the person is a member of. */
            organisation: components["schemas"]["MembershipOrganisation"];
            /**
             * @description The person's role in the organisation.
             * @enum {string}
             */
            role: "owner" | "manager" | "developer" | "finance" | "viewer";
            /** @description The person's permissions as a member of this organisation. */
            permissions: ("organisations:read" | "organisations:create" | "organisations:write" | "settings:write" | "search:read" | "keys:read" | "keys:issue" | "keys:hold" | "keys:revoke" | "rails:read" | "rails:write" | "questions:read" | "questions:write" | "webhooks:read" | "webhooks:write" | "webhooks:secret" | "webhooks:send" | "draws:continue" | "competitions:read" | "competitions:write" | "competitions:cancel" | "competitions:resume" | "competitions:archive" | "winners:read" | "winners:publish" | "orders:read" | "orders:refund" | "notes:write" | "accounts:read" | "credit:grant" | "affiliates:read" | "affiliates:write" | "draw_account:read" | "health:read" | "audit:read" | "audit:read_all" | "exports:read" | "finance:read" | "team:read" | "team:write" | "operators:read" | "operators:write")[];
        };
        MembershipOrganisation: {
            /** @description The organisation's slug, used in paths. */
            slug: string;
            /** @description The organisation's name, as shown to buyers. */
            name: string;
        };
        CurrentLogin: {
            /**
             * Format: int64
             * @description The login's id.
             */
            id: number;
            /**
             * @description The means of sign-in.
             * @enum {string}
             */
            means: "code" | "link" | "invitation" | "passkey" | "oidc";
            /**
             * Format: date-time
             * @description The time until which the login is confirmed and no passkey is needed. Null if a confirmation is needed.
             */
            confirmedUntil: string | null;
            /**
             * Format: date-time
             * @description The time at which this login ends if it is not used until then.
             */
            endsAt: string;
        };
        MeUpdate: {
            /** @description The person's name, as shown to others. It must not look like an address or be the service's name. */
            name?: string | null;
        };
        PasskeyAsked: {
            /** @description The options for the browser, in the JSON form of Web Authentication. */
            options: components["schemas"]["PasskeyOptions"];
        };
        PasskeyOptions: {
            [key: string]: unknown;
        };
        PasskeyAnswered: {
            /** @description The browser's answer, as JSON. */
            response: {
                [key: string]: unknown;
            };
        };
        Passkey: {
            /**
             * Format: int64
             * @description The passkey's id.
             */
            id: number;
            /** @description The passkey's name. */
            name: string;
            /**
             * Format: date-time
             * @description The time at which the passkey was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The last sign-in or confirmation with the passkey. Null if it was never used.
             */
            usedAt: string | null;
        };
        PasskeyCreate: {
            /** @description The passkey's name. */
            name: string;
            /** @description The browser's answer, as JSON. */
            response: {
                [key: string]: unknown;
            };
        };
        Confirmed: {
            /**
             * Format: date-time
             * @description The time until which the login is confirmed and no passkey is needed.
             */
            confirmedUntil: string;
        };
        Login: {
            /**
             * Format: int64
             * @description The login's id.
             */
            id: number;
            /**
             * @description The means of sign-in.
             * @enum {string}
             */
            means: "code" | "link" | "invitation" | "passkey" | "oidc";
            /** @description The browser's description of itself. It can be forged. */
            browser: string;
            /** @description The network address that signed in. */
            client: string;
            /**
             * Format: date-time
             * @description The time of sign-in.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The last use, accurate to one minute.
             */
            seenAt: string;
            /** @description Whether this request uses the login. */
            current: boolean;
        };
        LoginsEnded: {
            /**
             * Format: int64
             * @description The number of logins that were ended.
             */
            ended: number;
        };
        InvitationToken: {
            /** @description The token of the link: the part after `#`. */
            token: string;
        };
        ShownInvitation: {
            /** @description The inviting organisation. Null for an invitation to the service. */
            organisation: components["schemas"]["InvitingOrganisation"] | null;
            /** @description The email of the invited person. */
            email: string;
            /** @description The role of the invited person. */
            role: string;
            /** @description The name of the inviting person. */
            inviter: string;
            /**
             * Format: date-time
             * @description The time until which the invitation can be accepted.
             */
            expiresAt: string;
        };
        InvitingOrganisation: {
            /** @description The organisation's slug, used in paths. */
            slug: string;
            /** @description The organisation's name, as shown to buyers. */
            name: string;
        };
        Member: {
            /**
             * Format: int64
             * @description The person's id.
             */
            id: number;
            /** @description The person's email, in lower case. */
            email: string;
            /** @description The person's name, as shown to others. */
            name: string;
            /** @description Whether the person has a passkey. */
            hasPasskey: boolean;
            /**
             * Format: date-time
             * @description The time at which the person joined.
             */
            since: string;
            /**
             * Format: date-time
             * @description The last activity of the person in a login that has not ended. Null if there is none.
             */
            seenAt: string | null;
            /**
             * @description The person's role in this organisation.
             * @enum {string}
             */
            role: "owner" | "manager" | "developer" | "finance" | "viewer";
        };
        MemberUpdate: {
            /**
             * @description The role, which decides what the person may do.
             * @enum {string}
             */
            role: "owner" | "manager" | "developer" | "finance" | "viewer";
        };
        SignInReset: {
            /**
             * Format: int64
             * @description The person's id.
             */
            id: number;
            /** @description The link that signs in once, within one day. Null if it was sent by mail, and shown only there. */
            link: string | null;
        };
        Invitation: {
            /**
             * Format: int64
             * @description The invitation's id.
             */
            id: number;
            /** @description The email of the invited person. */
            email: string;
            /**
             * @description The role of the invited person.
             * @enum {string}
             */
            role: "owner" | "manager" | "developer" | "finance" | "viewer" | "account_manager" | "support" | "auditor";
            /** @description The name of the inviting person. */
            inviter: string;
            /**
             * Format: date-time
             * @description The time of the invitation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time until which the invitation can be accepted.
             */
            expiresAt: string;
        };
        MemberInvite: {
            /**
             * Format: email
             * @description The email of the invited person, who must prove it to accept.
             */
            email: string;
            /**
             * @description The role, which decides what the person may do.
             * @enum {string}
             */
            role: "owner" | "manager" | "developer" | "finance" | "viewer";
        };
        SentInvitation: {
            /**
             * Format: int64
             * @description The invitation's id.
             */
            id: number;
            /** @description The email of the invited person. */
            email: string;
            /**
             * @description The role of the invited person.
             * @enum {string}
             */
            role: "owner" | "manager" | "developer" | "finance" | "viewer" | "account_manager" | "support" | "auditor";
            /** @description The name of the inviting person. */
            inviter: string;
            /**
             * Format: date-time
             * @description The time of the invitation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time until which the invitation can be accepted.
             */
            expiresAt: string;
            /** @description The link to accept the invitation, shown once. Null if it was sent by mail, and shown only there. */
            link: string | null;
        };
        OperatorPerson: {
            /**
             * Format: int64
             * @description The person's id.
             */
            id: number;
            /** @description The person's email, in lower case. */
            email: string;
            /** @description The person's name, as shown to others. */
            name: string;
            /** @description Whether the person has a passkey. */
            hasPasskey: boolean;
            /**
             * Format: date-time
             * @description The time at which the person joined.
             */
            since: string;
            /**
             * Format: date-time
             * @description The last activity of the person in a login that has not ended. Null if there is none.
             */
            seenAt: string | null;
            /**
             * @description The person's role in the service.
             * @enum {string}
             */
            role: "owner" | "account_manager" | "support" | "auditor";
        };
        OperatorUpdate: {
            /**
             * @description The role, which decides what the person may do.
             * @enum {string}
             */
            role: "owner" | "account_manager" | "support" | "auditor";
        };
        OperatorInvite: {
            /**
             * Format: email
             * @description The email of the invited person, who must prove it to accept.
             */
            email: string;
            /**
             * @description The role, which decides what the person may do.
             * @enum {string}
             */
            role: "owner" | "account_manager" | "support" | "auditor";
        };
        Error: {
            /** @description The code, for programs. */
            error: string;
            /** @description A sentence for people. It may change. */
            message: string;
            /**
             * Format: uri
             * @description Extension: the address of the code's description.
             */
            docUrl: string;
            /** @description insufficient_scope and others: the scope or permission needed. */
            required?: string;
            /** @description idempotency_in_progress, 429 and 503: seconds to wait, as in Retry-After. */
            retryAfter?: number;
            /** @description Extension. no_usable_rail and invalid_transition: why no buyer could enter, for programs. */
            reason?: string;
            /** @description sold_out and too_many_pending_sessions: entries that are still available. */
            available?: number;
            /**
             * Format: date-time
             * @description Extension. cursor_expired: the time of the oldest event kept.
             */
            oldest?: string;
            /** @description invalid_request: the faults and where they are. */
            issues?: components["schemas"]["ErrorIssue"][];
            /** @description wrong_code: the remaining attempts for this code. */
            triesLeft?: number;
        };
        ErrorIssue: {
            path: string;
            code: string;
            message: string;
        };
    };
    responses: {
        /** @description `cross_site_request`: Only the console's own pages may send this request with a cookie. */
        CrossSiteRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "cross_site_request";
                };
            };
        };
        /**
         * @description `cross_site_request`: Only the console's own pages may send this request with a cookie.
         *
         *     `confirmation_required`: Confirm with your passkey, then send the request again.
         *
         *     `provider_required`: Operators must sign in and confirm with the identity provider.
         */
        CrossSiteRequestOrConfirmationRequiredOrProviderRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "cross_site_request" | "confirmation_required" | "provider_required";
                };
            };
        };
        /**
         * @description `cross_site_request`: Only the console's own pages may send this request with a cookie.
         *
         *     `provider_required`: Operators must sign in and confirm with the identity provider.
         */
        CrossSiteRequestOrProviderRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "cross_site_request" | "provider_required";
                };
            };
        };
        /**
         * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
         *
         *     `already_member`: The person with this email already has a role here, or is already invited.
         */
        IdempotencyConflictOrIdempotencyInProgressOrAlreadyMemberReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "idempotency_conflict" | "idempotency_in_progress" | "already_member";
                };
            };
        };
        /**
         * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
         *
         *     `last_owner`: One owner must remain. Make another person an owner first.
         */
        IdempotencyConflictOrIdempotencyInProgressOrLastOwnerReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "idempotency_conflict" | "idempotency_in_progress" | "last_owner";
                };
            };
        };
        /**
         * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
         */
        IdempotencyConflictOrIdempotencyInProgressReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "idempotency_conflict" | "idempotency_in_progress";
                };
            };
        };
        /** @description `insufficient_role`: Your role does not allow this. */
        InsufficientRole: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "insufficient_role";
                };
            };
        };
        /**
         * @description `insufficient_role`: Your role does not allow this.
         *
         *     `confirmation_required`: Confirm with your passkey, then send the request again.
         */
        InsufficientRoleOrConfirmationRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "insufficient_role" | "confirmation_required";
                };
            };
        };
        /**
         * @description `insufficient_role`: Your role does not allow this.
         *
         *     `confirmation_required`: Confirm with your passkey, then send the request again.
         *
         *     `cross_site_request`: Only the console's own pages may send this request with a cookie.
         */
        InsufficientRoleOrConfirmationRequiredOrCrossSiteRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "insufficient_role" | "confirmation_required" | "cross_site_request";
                };
            };
        };
        /**
         * @description `insufficient_role`: Your role does not allow this.
         *
         *     `confirmation_required`: Confirm with your passkey, then send the request again.
         *
         *     `cross_site_request`: Only the console's own pages may send this request with a cookie.
         */
        InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "insufficient_role" | "confirmation_required" | "cross_site_request";
                };
            };
        };
        /**
         * @description `insufficient_role`: Your role does not allow this.
         *
         *     `cross_site_request`: Only the console's own pages may send this request with a cookie.
         */
        InsufficientRoleOrCrossSiteRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "insufficient_role" | "cross_site_request";
                };
            };
        };
        /**
         * @description `insufficient_role`: Your role does not allow this.
         *
         *     `cross_site_request`: Only the console's own pages may send this request with a cookie.
         */
        InsufficientRoleOrCrossSiteRequestReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "insufficient_role" | "cross_site_request";
                };
            };
        };
        /**
         * @description `insufficient_role`: Your role does not allow this.
         *
         *     `insufficient_permission`: You lack the permission that this request requires.
         *
         *     `confirmation_required`: Confirm with your passkey, then send the request again.
         *
         *     `cross_site_request`: Only the console's own pages may send this request with a cookie.
         */
        InsufficientRoleOrInsufficientPermissionOrConfirmationRequiredOrCrossSiteRequestReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "insufficient_role" | "insufficient_permission" | "confirmation_required" | "cross_site_request";
                };
            };
        };
        /** @description `internal_error`: An internal error occurred. Quote the X-Request-Id when you report it. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "internal_error";
                };
            };
        };
        /** @description `invalid_request`: The request is not valid. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "invalid_request";
                };
            };
        };
        /**
         * @description `invalid_request`: The request is not valid.
         *
         *     `challenge_expired`: The challenge has expired, was used, or belongs to another browser. Start again.
         */
        InvalidRequestOrChallengeExpired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "invalid_request" | "challenge_expired";
                };
            };
        };
        /**
         * @description `invalid_request`: The request is not valid.
         *
         *     `invalid_transition`: The resource is not in a state that allows this.
         */
        InvalidRequestOrInvalidTransitionReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "invalid_request" | "invalid_transition";
                };
            };
        };
        /**
         * @description `invalid_request`: The request is not valid.
         *
         *     `passkeys_impossible`: Browsers do not allow passkeys at the console's address: it needs a host name, and https unless it is localhost.
         */
        InvalidRequestOrPasskeysImpossible: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "invalid_request" | "passkeys_impossible";
                };
            };
        };
        /**
         * @description `invalid_request`: The request is not valid.
         *
         *     `provider_not_offered`: This service has no identity provider.
         */
        InvalidRequestOrProviderNotOffered: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "invalid_request" | "provider_not_offered";
                };
            };
        };
        /** @description `invalid_request`: The request is not valid. */
        InvalidRequestReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "invalid_request";
                };
            };
        };
        /** @description `invitation_expired`: This invitation was accepted or withdrawn, or has expired. Ask for a new one. */
        InvitationExpired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "invitation_expired";
                };
            };
        };
        /** @description `last_owner`: One owner must remain. Make another person an owner first. */
        LastOwner: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "last_owner";
                };
            };
        };
        /**
         * @description `missing_api_key`: An API key is required: Authorization: Bearer <key>.
         *
         *     `invalid_api_key`: This API key is unknown, revoked, expired, or not valid for this host or address.
         *
         *     `sign_in_required`: You are not signed in. Sign in, then try again.
         */
        MissingApiKeyOrInvalidApiKeyOrSignInRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "missing_api_key" | "invalid_api_key" | "sign_in_required";
                };
            };
        };
        /**
         * @description `missing_api_key`: An API key is required: Authorization: Bearer <key>.
         *
         *     `invalid_api_key`: This API key is unknown, revoked, expired, or not valid for this host or address.
         *
         *     `sign_in_required`: You are not signed in. Sign in, then try again.
         *
         *     `invalid_passkey`: This passkey is not valid here.
         */
        MissingApiKeyOrInvalidApiKeyOrSignInRequiredOrInvalidPasskey: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "missing_api_key" | "invalid_api_key" | "sign_in_required" | "invalid_passkey";
                };
            };
        };
        /** @description `not_found`: The organisation has no such resource. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "not_found";
                };
            };
        };
        /** @description `not_found`: The organisation has no such resource. */
        NotFoundReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "not_found";
                };
            };
        };
        /**
         * @description `operator_network`: Operators must connect from an approved network.
         *
         *     `provider_required`: Operators must sign in and confirm with the identity provider.
         *
         *     `cross_site_request`: Only the console's own pages may send this request with a cookie.
         */
        OperatorNetworkOrProviderRequiredOrCrossSiteRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "operator_network" | "provider_required" | "cross_site_request";
                };
            };
        };
        /** @description `payload_too_large`: The body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "payload_too_large";
                };
            };
        };
        /** @description `provider_unreachable`: The identity provider does not answer. Try again later, or sign in in another way. */
        ProviderUnreachable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "provider_unreachable";
                };
            };
        };
        /** @description `rate_limited`: Too many requests. Wait, then try again. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "rate_limited";
                };
            };
        };
        /** @description `unavailable`: The service cannot reach its database. Try again shortly. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "unavailable";
                };
            };
        };
        /**
         * @description `unavailable`: The service cannot reach its database. Try again shortly.
         *
         *     `chain_unavailable`: The chain cannot be read right now. Try again shortly.
         */
        UnavailableOrChainUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "unavailable" | "chain_unavailable";
                };
            };
        };
        /** @description `unsupported_media_type`: The body must be application/json in UTF-8, without compression. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "unsupported_media_type";
                };
            };
        };
    };
    parameters: {
        /** @description Return orders of this buyer account. */
        AccountId: number;
        /** @description Return entries of this action, such as `api_key.revoked`. */
        Action: string;
        /** @description Return entries of this actor, in the form that entries have, such as `person:7`. */
        Actor: string;
        /** @description Return orders referred by the affiliate with this code. */
        Affiliate: string;
        /** @description Continues after the element with this id. Taken from the `Link` header. */
        After: number;
        /** @description The part by which the figures are broken down. */
        By: "competition" | "rail" | "affiliate";
        /** @description The affiliate's code. Stored in lower case; case does not matter in requests. */
        Code: string;
        /** @description Return orders of this competition. */
        CompetitionId: number;
        /** @description Return orders charged in this currency. */
        Currency: string;
        /** @description The first day, in the organisation's time zone. By default six days before the last. */
        From: string;
        Id: number;
        Kind: "flow" | "embed" | "fields" | "redirect" | "qr";
        /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
        Limit: number;
        /** @description Return orders with this charge or less, in the minor unit of their currency. */
        MaxAmount: number;
        /** @description Return orders with this charge or more, in the minor unit of their currency. */
        MinAmount: number;
        /** @description The provider. Required if the organisation has several accounts of this kind. */
        Provider: string;
        /** @description Return orders paid by this kind of rail. */
        Rail: "flow" | "embed" | "fields" | "redirect" | "qr";
        /** @description Return orders whose refund is in this state. */
        RefundState: "requested" | "succeeded" | "failed" | "manual" | "on_chain";
        /** @description Return orders placed at this time or later. */
        Since: string;
        /** @description The organisation's slug. */
        Slug: string;
        /** @description Return refunds in this state. */
        State: "requested" | "succeeded" | "failed" | "manual";
        /** @description Return orders with this status. */
        Status: "pending" | "paid" | "failed";
        /** @description Return entries about these objects, in the form that entries have, such as `competition:12`. At most 20, with commas between them. */
        Subject: string;
        /** @description The time zone of the days. */
        TimeZone: string;
        /** @description The last day, in the organisation's time zone. By default today. */
        To: string;
        /** @description Return orders placed before this time. */
        Until: string;
        /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
        IdempotencyKey: string;
        /** @description Your id for the request; the response repeats it. */
        RequestId: string;
    };
    requestBodies: never;
    headers: {
        /** @description The request's id in the service's logs. */
        "X-Request-Id": string;
        /** @description Seconds to wait. A 409 has it only while the first request is still running. */
        "Retry-After": number;
        /** @description `true` if this is the stored answer for the Idempotency-Key. Absent on the first answer. */
        "Idempotent-Replayed": "true";
        /** @description `Bearer`: send an API key. */
        "WWW-Authenticate": string;
        /** @description The next page: `<…>; rel="next"`, a path with its query and without host. Absent on the last one. */
        Link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getServiceHealth: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ServiceHealth"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWaitingRefunds: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
                /** @description Return refunds in this state. */
                state?: "requested" | "failed" | "manual";
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WaitingRefund"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWaitingDisputes: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
                /** @description Return disputes with this standing. */
                standing?: "open" | "won" | "lost" | "closed";
                /** @description Return disputes that were opened or changed at this time or later. */
                since?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WaitingDispute"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWaitingDraws: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WaitingDraw"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganisations: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organisation"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrganisation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganisationCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organisation"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `invalid_request`: This slug is already used by another organisation.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganisation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organisation"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrganisation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrganisationUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organisation"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateShop: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ShopUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organisation"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchAllPurchases: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchAnywhere"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Finding"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchPurchases: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchText"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Finding"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewApiKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApiKeyUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    claimApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewApiKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrInsufficientPermissionOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `already_claimed`: The key has already been claimed, and its secret was shown then. Roll the key if the secret is lost.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "already_claimed";
                    };
                };
            };
            /** @description `claim_expired`: A key that is handed over can be claimed for 7 days. Ask for a new key. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "claim_expired";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rollApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRoll"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewApiKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrInsufficientPermissionOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRailAccount: {
        parameters: {
            query?: {
                /** @description The provider. Required if the organisation has several accounts of this kind. */
                provider?: components["parameters"]["Provider"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                kind: components["parameters"]["Kind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RailAccount"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setRailAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                kind: components["parameters"]["Kind"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RailAccountPut"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RailAccount"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `rail_account_exists`: Another enabled rail account of the organisation already serves this currency.
             *
             *     `clock_moved`: The clock of this test system was moved: an account at a real provider cannot be enabled.
             *
             *     `test_organisation`: The organisation is a test organisation: it has accounts at the simulated provider alone.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "rail_account_exists" | "clock_moved" | "test_organisation";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRailAccount: {
        parameters: {
            query?: {
                /** @description The provider. Required if the organisation has several accounts of this kind. */
                provider?: components["parameters"]["Provider"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                kind: components["parameters"]["Kind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RailAccountRemoval"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateRailAccount: {
        parameters: {
            query?: {
                /** @description The provider. Required if the organisation has several accounts of this kind. */
                provider?: components["parameters"]["Provider"];
            };
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                kind: components["parameters"]["Kind"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RailAccountPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RailAccount"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `rail_account_exists`: Another enabled rail account of the organisation already serves this currency.
             *
             *     `rail_account_changed`: The rail account was changed by another request meanwhile. Send the request again.
             *
             *     `rail_credentials_unreadable`: The service cannot decrypt the account's credentials. Set the account again, with all of them.
             *
             *     `clock_moved`: The clock of this test system was moved: an account at a real provider cannot be enabled.
             *
             *     `test_organisation`: The organisation is a test organisation: it has accounts at the simulated provider alone.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "rail_account_exists" | "rail_account_changed" | "rail_credentials_unreadable" | "clock_moved" | "test_organisation";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testRailAccount: {
        parameters: {
            query?: {
                /** @description The provider. Required if the organisation has several accounts of this kind. */
                provider?: components["parameters"]["Provider"];
            };
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                kind: components["parameters"]["Kind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RailAccountTest"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `rail_account_changed`: The rail account was changed by another request meanwhile. Send the request again.
             *
             *     `rail_credentials_unreadable`: The service cannot decrypt the account's credentials. Set the account again, with all of them.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "rail_account_changed" | "rail_credentials_unreadable";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRailCatalogue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RailCatalogue"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRailAccounts: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RailAccount"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRailNotifications: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
                /** @description The state. `waiting`: it will be retried. `processed`: done, but not at the first attempt. `ignored`: it reports nothing relevant to the service. `unmatched`: it names an order or refund that the account does not have. `failed`: the service stopped retrying. */
                state?: "waiting" | "processed" | "ignored" | "unmatched" | "failed";
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RailNotification"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listQuestions: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Question"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuestionCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Question"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Question"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["QuestionUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Question"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewWebhookEndpoint"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `too_many_endpoints`: An organisation has at most 20 webhook endpoints.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "too_many_endpoints";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RotatedSecret"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pingWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Ping"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `endpoint_disabled`: The endpoint is disabled. Enable it, then try again.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "endpoint_disabled";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
                /** @description Return deliveries in this state. */
                state?: "pending" | "delivered" | "failed";
                /** @description Return deliveries of events of this type. */
                type?: "entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping";
                /** @description Return deliveries created at this time or later. */
                since?: string;
                /** @description Return deliveries created before this time. */
                until?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: string;
                /** @description Return events of this type. */
                type?: "entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping";
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StoredEvent"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventCatalogue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventCatalogue"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StoredEvent"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEndpointFigures: {
        parameters: {
            query?: {
                /** @description The time zone of the days. */
                timeZone?: components["parameters"]["TimeZone"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndpointFigures"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Replay"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Replayed"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReplayPreview: {
        parameters: {
            query?: {
                /** @description Include deliveries that failed at this time or later. Default: 30 days ago. */
                since?: string;
                /** @description Include deliveries that failed before this time. Default: now. */
                until?: string;
                /** @description Continues after this delivery: `reached` of the previous answer. */
                after?: number;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FailedDeliveries"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayFailed: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FailedReplay"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FailedReplayed"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPrizes: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Prize"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPrize: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrizeCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Prize"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPrize: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Prize"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePrize: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequest"];
            404: components["responses"]["NotFound"];
            /** @description `prize_in_use`: The prize is used by a competition. A used prize cannot be deleted, and cannot be changed once a competition has left draft. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "prize_in_use";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePrize: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PrizeUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Prize"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `prize_in_use`: The prize is used by a competition. A used prize cannot be deleted, and cannot be changed once a competition has left draft.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "prize_in_use";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCompetitions: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
                /** @description Return competitions in this state. */
                state?: "draft" | "scheduled" | "open" | "closing" | "drawn" | "retired" | "cancelled";
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorCompetition"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCompetition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompetitionCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorCompetition"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `no_usable_rail`: These payment settings leave buyers no way to pay: neither crypto nor a rail account for the charge currency is available.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "no_usable_rail";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /** @description `onchain_creation_failed`: The competition could not be created on the raffle contract. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "onchain_creation_failed";
                    };
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    getCompetition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorCompetition"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCompetition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CompetitionUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorCompetition"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `invalid_transition`: The resource is not in a state that allows this.
             *
             *     `no_usable_rail`: These payment settings leave buyers no way to pay: neither crypto nor a rail account for the charge currency is available.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "invalid_transition" | "no_usable_rail";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSalesByDay: {
        parameters: {
            query?: {
                /** @description The time zone of the days. */
                timeZone?: components["parameters"]["TimeZone"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SalesByDay"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCancelPreview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CancelPreview"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `competition_has_winner`: The competition's winner has been decided: it can no longer be cancelled.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "competition_has_winner";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelCompetition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorCompetition"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `competition_has_winner`: The competition's winner has been decided: it can no longer be cancelled.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "competition_has_winner";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrChainUnavailable"];
        };
    };
    getReceiptPreview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReceiptPreview"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    continueDraw: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CompetitionDraw"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrChainUnavailable"];
        };
    };
    archiveCompetition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorCompetition"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWinners: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
                /** @description Return the winner of this competition. */
                competitionId?: number;
                /** @description Return winners that are published, or not. */
                state?: "published" | "unpublished";
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorWinner"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWinner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorWinner"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    publishWinner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorWinner"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unpublishWinner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorWinner"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listHaltedCompetitions: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HaltedCompetition"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeCompetition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompetitionResumption"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HaltedCompetition"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: string;
                /** @description Return orders of this buyer account. */
                accountId?: components["parameters"]["AccountId"];
                /** @description Return orders of this competition. */
                competitionId?: components["parameters"]["CompetitionId"];
                /** @description Return orders with this status. */
                status?: components["parameters"]["Status"];
                /** @description Return orders whose refund is in this state. */
                refundState?: components["parameters"]["RefundState"];
                /** @description Return orders paid by this kind of rail. */
                rail?: components["parameters"]["Rail"];
                /** @description Return orders referred by the affiliate with this code. */
                affiliate?: components["parameters"]["Affiliate"];
                /** @description Return orders charged in this currency. */
                currency?: components["parameters"]["Currency"];
                /** @description Return orders with this charge or more, in the minor unit of their currency. */
                minAmount?: components["parameters"]["MinAmount"];
                /** @description Return orders with this charge or less, in the minor unit of their currency. */
                maxAmount?: components["parameters"]["MaxAmount"];
                /** @description Return orders placed at this time or later. */
                since?: components["parameters"]["Since"];
                /** @description Return orders placed before this time. */
                until?: components["parameters"]["Until"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Order"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                /** @description The checkout session's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrderWithEvents"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refundOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                /** @description The checkout session's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRefund"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Order"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refundOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BatchResult"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    publishWinners: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublicationBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BatchResult"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BatchResult"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importPrizes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrizeImport"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ImportResult"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importCompetitions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompetitionImport"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ImportResult"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFigures: {
        parameters: {
            query?: {
                /** @description The time zone of the days. */
                timeZone?: components["parameters"]["TimeZone"];
                /** @description The number of days. */
                days?: number;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrganisationFigures"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSalesFigures: {
        parameters: {
            query?: {
                /** @description The first day, in the organisation's time zone. By default six days before the last. */
                from?: components["parameters"]["From"];
                /** @description The last day, in the organisation's time zone. By default today. */
                to?: components["parameters"]["To"];
                /** @description Count the sales of this competition alone. */
                competitionId?: number;
                /** @description Count the sales on this rail alone, such as `redirect/stripe`. */
                rail?: string;
                /** @description Count the sales by the affiliate with this code alone. */
                affiliate?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SalesFigures"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCompetitionFigures: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CompetitionFigures"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSalesBreakdown: {
        parameters: {
            query?: {
                /** @description The first day, in the organisation's time zone. By default six days before the last. */
                from?: components["parameters"]["From"];
                /** @description The last day, in the organisation's time zone. By default today. */
                to?: components["parameters"]["To"];
                /** @description The part by which the figures are broken down. */
                by?: components["parameters"]["By"];
                /** @description The largest number of members. */
                limit?: number;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SalesBreakdown"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFinance: {
        parameters: {
            query?: {
                /** @description The first month, in the organisation's time zone. By default five months before the last. */
                from?: string;
                /** @description The last month. By default the current one. */
                to?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Finance"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    matchPayoutFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutFile"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PayoutMatch"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
                /** @description Return refunds in this state. */
                state?: components["parameters"]["State"];
                /** @description Return refunds by this kind of rail. */
                rail?: "flow" | "embed" | "fields" | "redirect" | "qr";
                /** @description Return refunds of orders referred by the affiliate with this code. */
                affiliate?: string;
                /** @description Return refunds in this currency. */
                currency?: string;
                /** @description Return refunds of this amount or more, in the minor unit of their currency. */
                minAmount?: number;
                /** @description Return refunds of this amount or less, in the minor unit of their currency. */
                maxAmount?: number;
                /** @description Return refunds requested at this time or later. */
                since?: string;
                /** @description Return refunds requested before this time. */
                until?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Refund"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Refund"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Refund"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolveRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundResolution"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Refund"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDisputes: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
                /** @description Return disputes with this standing. */
                standing?: "open" | "won" | "lost" | "closed";
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DisputeOfOrder"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDispute: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DisputeOfOrder"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDrawAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DrawAccount"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrChainUnavailable"];
        };
    };
    listDrawLedgerEntries: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedDrawLedgerEntry"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUnmatchedPayments: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
                /** @description Return unmatched payments in this state. */
                state?: "open" | "refunded" | "resolved";
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UnmatchedPayment"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUnmatchedPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UnmatchedPayment"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refundUnmatchedPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnmatchedPaymentRefund"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UnmatchedPayment"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolveUnmatchedPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnmatchedPaymentResolution"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UnmatchedPayment"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidTransitionReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedAccount"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AccountWithOrders"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    grantCredit: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreditGrant"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Account"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrderNotes: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                /** @description The checkout session's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Note"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addOrderNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                /** @description The checkout session's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccountNotes: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Note"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addAccountNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAffiliates: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Affiliate"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAffiliate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AffiliateCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Affiliate"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `invalid_request`: This code is already used by another affiliate of the organisation.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAffiliate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                /** @description The affiliate's code. Stored in lower case; case does not matter in requests. */
                code: components["parameters"]["Code"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Affiliate"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAffiliate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                /** @description The affiliate's code. Stored in lower case; case does not matter in requests. */
                code: components["parameters"]["Code"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AffiliateUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Affiliate"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCommissions: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                /** @description The affiliate's code. Stored in lower case; case does not matter in requests. */
                code: components["parameters"]["Code"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Commission"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrderExport: {
        parameters: {
            query?: {
                /** @description Return orders of this buyer account. */
                accountId?: components["parameters"]["AccountId"];
                /** @description Return orders of this competition. */
                competitionId?: components["parameters"]["CompetitionId"];
                /** @description Return orders with this status. */
                status?: components["parameters"]["Status"];
                /** @description Return orders whose refund is in this state. */
                refundState?: components["parameters"]["RefundState"];
                /** @description Return orders paid by this kind of rail. */
                rail?: components["parameters"]["Rail"];
                /** @description Return orders referred by the affiliate with this code. */
                affiliate?: components["parameters"]["Affiliate"];
                /** @description Return orders charged in this currency. */
                currency?: components["parameters"]["Currency"];
                /** @description Return orders with this charge or more, in the minor unit of their currency. */
                minAmount?: components["parameters"]["MinAmount"];
                /** @description Return orders with this charge or less, in the minor unit of their currency. */
                maxAmount?: components["parameters"]["MaxAmount"];
                /** @description Return orders placed at this time or later. */
                since?: components["parameters"]["Since"];
                /** @description Return orders placed before this time. */
                until?: components["parameters"]["Until"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRefundExport: {
        parameters: {
            query?: {
                /** @description Return refunds in this state. */
                state?: components["parameters"]["State"];
                /** @description Return refunds by this kind of rail. */
                rail?: "flow" | "embed" | "fields" | "redirect" | "qr";
                /** @description Return refunds of orders referred by the affiliate with this code. */
                affiliate?: string;
                /** @description Return refunds in this currency. */
                currency?: string;
                /** @description Return refunds of this amount or more, in the minor unit of their currency. */
                minAmount?: number;
                /** @description Return refunds of this amount or less, in the minor unit of their currency. */
                maxAmount?: number;
                /** @description Return refunds requested at this time or later. */
                since?: string;
                /** @description Return refunds requested before this time. */
                until?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDrawLedgerExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommissionExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSalesFigureExport: {
        parameters: {
            query?: {
                /** @description The first day, in the organisation's time zone. By default six days before the last. */
                from?: components["parameters"]["From"];
                /** @description The last day, in the organisation's time zone. By default today. */
                to?: components["parameters"]["To"];
                /** @description Count the sales of this competition alone. */
                competitionId?: number;
                /** @description Count the sales on this rail alone, such as `redirect/stripe`. */
                rail?: string;
                /** @description Count the sales by the affiliate with this code alone. */
                affiliate?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSalesBreakdownExport: {
        parameters: {
            query?: {
                /** @description The first day, in the organisation's time zone. By default six days before the last. */
                from?: components["parameters"]["From"];
                /** @description The last day, in the organisation's time zone. By default today. */
                to?: components["parameters"]["To"];
                /** @description The part by which the figures are broken down. */
                by?: components["parameters"]["By"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFinanceExport: {
        parameters: {
            query?: {
                /** @description The first month, in the organisation's time zone. By default five months before the last. */
                from?: string;
                /** @description The last month. By default the current one. */
                to?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAllAuditEntries: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
                /** @description Return entries of this actor, in the form that entries have, such as `person:7`. */
                actor?: components["parameters"]["Actor"];
                /** @description Return entries of this action, such as `api_key.revoked`. */
                action?: components["parameters"]["Action"];
                /** @description Return entries about these objects, in the form that entries have, such as `competition:12`. At most 20, with commas between them. */
                subject?: components["parameters"]["Subject"];
                /** @description Return entries of this time or later. */
                since?: string;
                /** @description Return entries before this time. */
                until?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntryOfAny"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWholeAuditExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
                /** @description Return entries of this actor, in the form that entries have, such as `person:7`. */
                actor?: components["parameters"]["Actor"];
                /** @description Return entries of this action, such as `api_key.revoked`. */
                action?: components["parameters"]["Action"];
                /** @description Return entries about these objects, in the form that entries have, such as `competition:12`. At most 20, with commas between them. */
                subject?: components["parameters"]["Subject"];
                /** @description Return entries of this time or later. */
                since?: string;
                /** @description Return entries before this time. */
                until?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuditExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startEmailSignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailSignInStart"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInStarted"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `mail_not_offered`: This service sends no mails: sign-in with a code is not available.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "mail_not_offered";
                    };
                };
            };
            403: components["responses"]["CrossSiteRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `rate_limited`: Too many codes were requested from your address. Try again later.
             *
             *     `rate_limited`: Too many requests. Wait, then try again.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "rate_limited";
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyEmailSignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailSignInVerify"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInDone"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `wrong_code`: The code is wrong, expired or used, or belongs to another browser.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "wrong_code";
                    };
                };
            };
            403: components["responses"]["CrossSiteRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInByLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkSignIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInDone"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            /**
             * @description `operator_network`: Operators must connect from an approved network.
             *
             *     `cross_site_request`: Only the console's own pages may send this request with a cookie.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "operator_network" | "cross_site_request";
                    };
                };
            };
            /** @description `link_expired`: This link was used or has expired. Ask for a new one. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "link_expired";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignedOut"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["CrossSiteRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSignInOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInWays"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["CrossSiteRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startProviderSignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInProviderAddress"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrProviderNotOffered"];
            403: components["responses"]["CrossSiteRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProviderUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    finishProviderSignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInProviderAnswer"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInProviderDone"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `provider_not_offered`: This service has no identity provider.
             *
             *     `challenge_expired`: The challenge has expired, was used, or belongs to another browser. Start again.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "provider_not_offered" | "challenge_expired";
                    };
                };
            };
            /**
             * @description `identity_not_proven`: The identity provider has not confirmed your identity. Start again.
             *
             *     `sign_in_required`: You are not signed in. Sign in, then try again.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "identity_not_proven" | "sign_in_required";
                    };
                };
            };
            /**
             * @description `email_not_verified`: The identity provider does not confirm that your email is verified.
             *
             *     `not_invited`: You are not an operator of this service and have no invitation. Ask an owner of the service.
             *
             *     `linked_otherwise`: The operator with your email is linked to another identity. Ask an owner of the service to reset the sign-in.
             *
             *     `operator_network`: Operators must connect from an approved network.
             *
             *     `cross_site_request`: Only the console's own pages may send this request with a cookie.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "email_not_verified" | "not_invited" | "linked_otherwise" | "operator_network" | "cross_site_request";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProviderUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    startProviderConfirmation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInProviderAddress"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrProviderNotOffered"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["CrossSiteRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProviderUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MeUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["CrossSiteRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startPasskeySignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PasskeyAsked"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrPasskeysImpossible"];
            403: components["responses"]["CrossSiteRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    finishPasskeySignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAnswered"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInDone"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrChallengeExpired"];
            /** @description `invalid_passkey`: This passkey is not valid here. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_passkey";
                    };
                };
            };
            403: components["responses"]["OperatorNetworkOrProviderRequiredOrCrossSiteRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMyPasskeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Passkey"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addMyPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Passkey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrChallengeExpired"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequiredOrInvalidPasskey"];
            403: components["responses"]["CrossSiteRequestOrConfirmationRequiredOrProviderRequired"];
            /**
             * @description `too_many_passkeys`: A person can have at most 10 passkeys. Remove one first.
             *
             *     `passkey_known`: This authenticator already has a passkey here.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "too_many_passkeys" | "passkey_known";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startMyPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PasskeyAsked"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrPasskeysImpossible"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["CrossSiteRequestOrConfirmationRequiredOrProviderRequired"];
            /** @description `too_many_passkeys`: A person can have at most 10 passkeys. Remove one first. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "too_many_passkeys";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMyPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            /**
             * @description `cross_site_request`: Only the console's own pages may send this request with a cookie.
             *
             *     `confirmation_required`: Confirm with your passkey, then send the request again.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "cross_site_request" | "confirmation_required";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            /** @description `passkey_needed`: Operators sign in with a passkey: add another one before you remove the last one. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "passkey_needed";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startConfirmation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PasskeyAsked"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrPasskeysImpossible"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["CrossSiteRequestOrProviderRequired"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    finishConfirmation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAnswered"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Confirmed"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrChallengeExpired"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequiredOrInvalidPasskey"];
            403: components["responses"]["CrossSiteRequestOrProviderRequired"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMyLogins: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Login"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endMyOtherLogin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LoginsEnded"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["CrossSiteRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endMyLogin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    lookAtInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationToken"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ShownInvitation"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["CrossSiteRequest"];
            410: components["responses"]["InvitationExpired"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationToken"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInDone"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            /** @description `sign_in_required`: You are not signed in. Sign in, then try again. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "sign_in_required";
                    };
                };
            };
            403: components["responses"]["OperatorNetworkOrProviderRequiredOrCrossSiteRequest"];
            /** @description `already_member`: The person with this email already has a role here, or is already invited. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "already_member";
                    };
                };
            };
            410: components["responses"]["InvitationExpired"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastOwner"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressOrLastOwnerReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `rate_limited`: Too many requests. Wait, then try again.
             *
             *     `rate_limited`: Too many mails were sent to this person or by this team. Try again later.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "rate_limited";
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetMemberSignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInReset"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `account_manager_needed`: This sign-in is also used outside your organisation. Ask an account manager of the service to reset it.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "account_manager_needed";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `rate_limited`: Too many requests. Wait, then try again.
             *
             *     `rate_limited`: Too many mails were sent to this person or by this team. Try again later.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "rate_limited";
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMemberInvitations: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invitation"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberInvite"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SentInvitation"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressOrAlreadyMemberReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `rate_limited`: Too many requests. Wait, then try again.
             *
             *     `rate_limited`: Too many mails were sent to this person or by this team. Try again later.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "rate_limited";
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendMemberInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SentInvitation"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `rate_limited`: Too many requests. Wait, then try again.
             *
             *     `rate_limited`: Too many mails were sent to this person or by this team. Try again later.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "rate_limited";
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawMemberInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation's slug. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperators: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorPerson"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    inviteOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorInvite"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SentInvitation"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressOrAlreadyMemberReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `rate_limited`: Too many requests. Wait, then try again.
             *
             *     `rate_limited`: Too many mails were sent to this person or by this team. Try again later.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "rate_limited";
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorPerson"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastOwner"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorPerson"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressOrLastOwnerReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `rate_limited`: Too many requests. Wait, then try again.
             *
             *     `rate_limited`: Too many mails were sent to this person or by this team. Try again later.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "rate_limited";
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetOperatorSignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInReset"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `rate_limited`: Too many requests. Wait, then try again.
             *
             *     `rate_limited`: Too many mails were sent to this person or by this team. Try again later.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "rate_limited";
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorInvitations: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invitation"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRole"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendOperatorInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SentInvitation"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequestReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `rate_limited`: Too many requests. Wait, then try again.
             *
             *     `rate_limited`: Too many mails were sent to this person or by this team. Try again later.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "rate_limited";
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawOperatorInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrSignInRequired"];
            403: components["responses"]["InsufficientRoleOrConfirmationRequiredOrCrossSiteRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
