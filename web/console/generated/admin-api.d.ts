// Written by `npm run client-types` from docs/openapi-admin.json.

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** See what needs somebody, in the whole service */
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
         * List refunds that wait for somebody, of all organisations
         * @description The oldest first. Without `state` those that are manual or failed.
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
         * List disputes of all organisations, by default those that are open
         * @description In the order in which they were opened.
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
         * List competitions that wait for their draw or are halted, of all organisations
         * @description The one that has waited longest first.
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
        /** List organisations */
        get: operations["listOrganisations"];
        put?: never;
        /** Create an organisation */
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
        /** Get an organisation */
        get: operations["getOrganisation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an organisation
         * @description Members that are left out keep their values.
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
         * Change an organisation's shop settings
         * @description What the organisation decides for itself: where buyers return to, the question, holds and limits, publication, and how its pages look. Members that are left out keep their values. Its name and what concerns money are changed by `PATCH /organisations/{slug}`.
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
         * Find purchases of all organisations by anything that names them
         * @description As the search of one organisation, but for what it looks through: titles, requests and ids of what was never paid. A buyer's newest orders follow the buyer's accounts. At most 100 things, in one answer. Nothing is changed.
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
         * Find purchases by anything that names them
         * @description By a buyer's email, wallet or account id (`userId`), a session's id or number, a payment's, refund's or dispute's id at the provider, the id of a refund, event or delivery, a competition's id or the beginning of its title, a ticket as `competition 12 ticket 340`, the `X-Request-Id` of the call that created the session, and ids of the provider for it. A text that fits several finds all of them: `namedBy` says which. Of 10,000 orders at once it is looked whether a request or a provider named them so: where that is not all, a page may be short or empty, and `Link` names the next, to which the same body is sent. The text stands in the body because addresses are logged. Nothing is changed.
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
        /** List API keys, revoked ones too */
        get: operations["listApiKeys"];
        put?: never;
        /** Create an API key */
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
        /** Get an API key, also a revoked one */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Effective at once. Repeating it changes nothing.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        /**
         * Change an API key
         * @description Effective at once. Members that are left out keep their values.
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
         * Claim an API key that was handed over
         * @description Its secret is made now and shown once. Nobody else has seen it.
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
         * Replace the secret of an API key
         * @description The key keeps its id, budget and rights. Both secrets work until the grace ends; another roll in that time ends the oldest at once.
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
        /** Get a rail account */
        get: operations["getRailAccount"];
        /**
         * Set a rail account
         * @description Adds the organisation's account at a provider for this kind, or replaces all of it. The provider is asked whether it knows the credentials; if it cannot be asked now, they are taken all the same. Notifications signed with the credentials before are accepted for 24 hours.
         */
        put: operations["setRailAccount"];
        post?: never;
        /**
         * Remove a rail account
         * @description Payments that are under way still end.
         */
        delete: operations["deleteRailAccount"];
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
        /** List rail accounts */
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
         * @description Notifications that were not processed at the first try. Bodies are stored encrypted and not shown. Kept for 90 days.
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
        /** List entry questions, with their answers */
        get: operations["listQuestions"];
        put?: never;
        /** Create an entry question */
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
        /** Get an entry question, with its answer */
        get: operations["getQuestion"];
        put?: never;
        post?: never;
        /** Delete an entry question */
        delete: operations["deleteQuestion"];
        options?: never;
        head?: never;
        /**
         * Change an entry question
         * @description Members that are left out keep their values.
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
        /** List webhook endpoints */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /** Create a webhook endpoint */
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
        /** Get a webhook endpoint */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /** Delete a webhook endpoint */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Members that are left out keep their values.
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
         * Replace the secret of a webhook endpoint
         * @description Both secrets sign for 24 hours: `t=…,v1=new,v1=old`. Another rotation in that time ends the oldest at once.
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
        /** Send a test event to a webhook endpoint */
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
         * @description Newest first. With conditions 20,000 deliveries are looked at for a page: it may be short or empty although more fit, and `Link` then goes on behind them.
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
        /** Get a delivery with its attempts */
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
         * Send a delivery again
         * @description With the same id and body, and a new schedule of retries. A pending delivery stays as it is.
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
        /** List events, newest first */
        get: operations["listEvents"];
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
        /** Get an event */
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
         * Count the deliveries and attempts of a webhook endpoint
         * @description Exact: counted over all deliveries that are kept.
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
         * Send the events of a period to a webhook endpoint again
         * @description All events of the types that it receives now, delivered or not, also from before it existed. Pending deliveries stay as they are.
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
         * Count the deliveries to a webhook endpoint that failed
         * @description What the replay would send now. 20,000 deliveries are looked at, newest first; where `reached` is not null, ask again behind it.
         */
        get: operations["getReplayPreview"];
        put?: never;
        /**
         * Send the deliveries to a webhook endpoint again that failed
         * @description In one step: those that failed in the time, each with the same id and body and a new schedule of retries. 20,000 deliveries are looked at, newest first; where `reached` is not null, ask again behind it.
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
         * @description Newest first.
         */
        get: operations["listPrizes"];
        put?: never;
        /** Create a prize */
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
        /** Get a prize */
        get: operations["getPrize"];
        put?: never;
        post?: never;
        /**
         * Delete a prize
         * @description Only while no competition has it, whatever its state.
         */
        delete: operations["deletePrize"];
        options?: never;
        head?: never;
        /**
         * Change a prize
         * @description Members that are left out keep their values. Not once a competition that has left its draft has this prize: buyers have been offered it as it is.
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
         * List competitions, in every state
         * @description Newest first.
         */
        get: operations["listCompetitions"];
        put?: never;
        /**
         * Create a competition
         * @description It starts as a draft. With createOnChain it is created on the raffle contract and active at once.
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
        /** Get a competition, whatever its state */
        get: operations["getCompetition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change or open a competition
         * @description Members that are left out keep their values; `payment` replaces the whole override. `status` accepts draft and active. It is not opened while nobody could buy: `reason` says why.
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
         * @description Oldest day first, all of them; a day without a sale is not there.
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
         * See what cancelling a competition would do
         * @description Now: what is bought or paid until it is cancelled is not in it. Money that arrives afterwards is given back, too.
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
         * @description Final, also for one that a recovery has halted. Pending sessions fail and buyers get their money back. Repeating it changes nothing. Once the block of the draw's commitment exists the winner is decided.
         */
        post: operations["cancelCompetition"];
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
         * Continue a draw now
         * @description Draws continue by themselves; this does not wait for the next look. It chooses nothing: the committed block decides. Refused with `invalid_transition` for a competition on chain, whose raffle contract has the draw.
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
         * @description Its state is then retired. Repeating it changes nothing.
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
        /** List winners, published or not */
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
        /** Get a winner, published or not */
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
         * @description Repeating it changes nothing.
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
         * Take back the publication of a winner
         * @description Repeating it changes nothing.
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
        /** List competitions that a recovery has halted */
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
         * Let a halted competition go on
         * @description Repeating it changes nothing.
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
         * @description Newest first. With conditions 20,000 orders are looked at for a page: it may be short or empty although more fit, and `Link` then goes on behind them.
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
        /** Get an order, with what partners were told of it */
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
        /** Give an order back, in full */
        post: operations["refundOrder"];
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
         * Count an organisation's sales by day and what needs attention
         * @description Exact: counted over all rows.
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
    "/organisations/{slug}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List refunds */
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
        /** Get a refund */
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
        /** Execute a failed or manual refund again, or a requested one now */
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
        /** Record that the money was given back by hand */
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
         * @description Newest first. Each with its latest stage, in the provider's words.
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
        /** Get a dispute */
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
         * Get what an organisation has for fair draws
         * @description Balance, price, where deposits go, and commitments that wait for their reveal.
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
         * List what changed the balance for fair draws
         * @description Newest first, all of it.
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
        /** List payments for orders that are not here */
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
        /** Get a payment for an order that is not here */
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
        /** Send money back that no order here is for */
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
        /** Record what became of money that no order here is for */
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
        /** List buyers' accounts */
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
        /** Get a buyer's account with the newest orders */
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
        /** Grant account credit */
        post: operations["grantCredit"];
        delete?: never;
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
        /** List affiliates, with what they have earned */
        get: operations["listAffiliates"];
        put?: never;
        /** Create an affiliate */
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
        /** Get an affiliate, with what it has earned */
        get: operations["getAffiliate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an affiliate
         * @description Members that are left out keep their values. Orders keep the commission they were placed with.
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
        /** List an affiliate's commissions */
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
         * @description All of them, newest first, with columns named as the members of the list. A connection that breaks off has not sent all.
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
         * @description All of them, newest first, with columns named as the members of the list. A connection that breaks off has not sent all.
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
         * Export what changed the balance for fair draws as CSV
         * @description All of them, newest first, with columns named as the members of the list. A connection that breaks off has not sent all.
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
         * Export affiliates' commissions as CSV
         * @description Of all affiliates, one after the other. A connection that breaks off has not sent all.
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
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what anybody did in the whole service
         * @description Also what concerns no organisation, such as sign-ins. Newest first. With conditions 20,000 entries are looked at for a page: it may be short or empty although more fit, and `Link` then goes on behind them.
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
         * Export what anybody did in the whole service
         * @description Lines of JSON, oldest first: one about the export, one for each entry, and one that says how many entries there are. Each has in `previous` the SHA-256 of the line before it. A file without the last line is not whole. The export is the last entry, and has every one before it: a later export of the same begins with the same entries.
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
         * List what operators and members did
         * @description Newest first. With conditions 20,000 entries are looked at for a page: it may be short or empty although more fit, and `Link` then goes on behind them.
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
         * Export what was done in an organisation
         * @description Lines of JSON, oldest first: one about the export, one for each entry, and one that says how many entries there are. Each has in `previous` the SHA-256 of the line before it. A file without the last line is not whole. The export is the last entry, and has every one before it: a later export of the same begins with the same entries.
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
         * Ask for a code by mail
         * @description The answer is the same whether anybody has the email. Operators, and members with a passkey, get a mail that says that they sign in by passkey.
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
         * Sign in by the code of a mail
         * @description In the browser that asked for it. The answer sets the login's cookie.
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
         * Sign in by a one-time link
         * @description With what stands behind the `#` of the link. The answer sets the login's cookie.
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
         * @description Ends this login in every process at once.
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
        /** How people may sign in here */
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
         * Begin to sign in at the identity provider
         * @description For operators. The browser goes to the address in the answer, and comes back to `/admin/sign-in/back`.
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
         * Finish what was begun at the identity provider
         * @description With the query of the address that the browser came back to: signs in, which sets the login's cookie, or confirms the present login.
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
         * Begin to confirm at the identity provider
         * @description As for signing in; the provider asks to sign in anew.
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
        /** Who is signed in */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your name
         * @description The audit keeps the name that you had when you did something.
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
         * Begin to sign in by a passkey
         * @description Needs no email: the passkey says who it is.
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
         * Sign in by a passkey
         * @description The answer sets the login's cookie, and the login is confirmed for ten minutes.
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
        /** List your passkeys */
        get: operations["listMyPasskeys"];
        put?: never;
        /**
         * Add a passkey
         * @description The same authenticator is not added twice. It confirms the login, too.
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
         * Begin to add a passkey
         * @description Whoever has a passkey confirms by it first.
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
        /** Remove a passkey */
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
        /** Begin to confirm by a passkey */
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
         * Confirm by a passkey
         * @description For ten minutes what asks for a confirmation goes through in this login.
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
        /** List where you are signed in */
        get: operations["listMyLogins"];
        put?: never;
        post?: never;
        /** End all your logins but this one */
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
        /** End one of your logins */
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
         * Look at an invitation
         * @description With what stands behind the `#` of its link. Looking uses nothing up.
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
         * @description Whoever is signed in by the invited email. Where the service sends no mails, the link alone is enough and signs in, unless the person has a passkey or is an operator.
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
         * @description Those who were here last first.
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
         * @description The organisation is closed to the person at once; who works nowhere any more is signed out. One owner stays.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description Nobody changes their own, and one owner stays.
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
         * @description Passkeys and logins go, and a one-time link is mailed. For somebody who has lost the way in. Of whoever works for another organisation, too, an account manager may, and of operators an owner of the service.
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
         * List invitations that were not accepted
         * @description The newest first, too old ones too.
         */
        get: operations["listMemberInvitations"];
        put?: never;
        /**
         * Invite a member
         * @description The link is mailed, or shown where no mails are sent and to the operator's token. It lasts seven days.
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
         * Send an invitation again
         * @description With a new link, for seven days; the former one ends.
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
        /** Withdraw an invitation */
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
         * @description Those who were here last first.
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Invite an operator
         * @description The link is mailed, or shown where no mails are sent and to the operator's token. It lasts seven days.
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
         * @description All logins of the person end at once. One owner stays.
         */
        delete: operations["removeOperator"];
        options?: never;
        head?: never;
        /**
         * Change an operator's role
         * @description Nobody changes their own, and one owner stays.
         */
        patch: operations["updateOperator"];
        trace?: never;
    };
    "/operators/{id}/reset": {
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
         * @description Passkeys and logins go, and a one-time link is mailed. For somebody who has lost the way in.
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
         * List invitations that were not accepted
         * @description The newest first, too old ones too.
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
         * Send an invitation again
         * @description With a new link, for seven days; the former one ends.
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
        /** Withdraw an invitation */
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
             * @description The service's clock.
             */
            at: string;
            /** @description Those seen within an hour that have not ended in order. */
            processes: components["schemas"]["RunningProcess"][];
            /** @description What the node of the chain that draws rest on says. */
            chain: components["schemas"]["ChainHealth"];
            /** @description Enabled rail accounts whose last call was not answered; the 100 with the most failures. */
            rails: components["schemas"]["FailingRail"][];
            /**
             * Format: int64
             * @description All of them, also those that are not listed.
             */
            failingRails: number;
            /**
             * Format: int64
             * @description Orders of the last hour whose buyers could not pay: the provider was not called, refused the payment, or did not answer. Without an answer they count after 20 seconds.
             */
            refusedOrders: number;
            /** @description Webhook endpoints that the service has disabled, or whose attempts fail; 100 at most. */
            endpoints: components["schemas"]["FailingEndpoint"][];
            /**
             * Format: int64
             * @description All of them, also those that are not listed.
             */
            failingEndpoints: number;
            /** @description Events and deliveries that wait to be sent. */
            webhooks: components["schemas"]["WebhookBacklog"];
            /** @description By state. Manual and failed ones wait for somebody. */
            refunds: components["schemas"]["WaitingRefunds"];
            /** @description Competitions that have ended and are to be drawn. */
            draws: components["schemas"]["Waiting"];
            /** @description Competitions that a recovery has halted. */
            halted: components["schemas"]["Waiting"];
            /** @description Mails that are to be sent. */
            mails: components["schemas"]["Waiting"];
            /** @description Money for orders that are not here, by currency. */
            unmatched: components["schemas"]["WaitingMoney"][];
            /**
             * Format: int64
             * @description Disputes that are open.
             */
            disputes: number;
        };
        RunningProcess: {
            id: string;
            /**
             * @description What it does: answer requests, all else, or both.
             * @enum {string}
             */
            role: "all" | "api" | "worker";
            /**
             * Format: date-time
             * @description By its own clock.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description Each says every 15 seconds that it lives.
             */
            seenAt: string;
        };
        ChainHealth: {
            /** Format: int64 */
            chainId: number;
            /**
             * Format: int64
             * @description The newest block. Null: the node does not answer.
             */
            block: number | null;
        };
        FailingRail: {
            /** @description Its slug. */
            organisation: string;
            /** @enum {string} */
            kind: "flow" | "embed" | "fields" | "redirect" | "qr";
            provider: string;
            /**
             * Format: int64
             * @description Calls in a row that failed.
             */
            consecutiveFailures: number;
            /** @description The last of them. */
            lastError: components["schemas"]["FailedRailCall"];
            /**
             * Format: date-time
             * @description When a call was last answered. Null: never.
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
            /** @description Its slug. */
            organisation: string;
            /** Format: int64 */
            id: number;
            enabled: boolean;
            /** @description Why the service disabled it. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description The first attempt that failed since one that did not.
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
             * @description When the oldest of them became due.
             */
            oldestDueAt: string | null;
            /**
             * Format: date-time
             * @description When the oldest event without deliveries was written.
             */
            oldestEventAt: string | null;
        };
        Waiting: {
            /**
             * Format: int64
             * @description Counted to 10000.
             */
            count: number;
            /**
             * Format: date-time
             * @description Since when the oldest waits. Null: none does.
             */
            since: string | null;
        };
        WaitingRefunds: {
            /** @description Under way. */
            requested: components["schemas"]["Waiting"];
            /** @description The rail cannot refund, or the money is disputed. */
            manual: components["schemas"]["Waiting"];
            /** @description The rail did not send the money. */
            failed: components["schemas"]["Waiting"];
        };
        WaitingMoney: {
            /**
             * Format: int64
             * @description Counted to 10000.
             */
            count: number;
            /**
             * Format: date-time
             * @description Since when the oldest waits. Null: none does.
             */
            since: string | null;
            /** Format: int64 */
            amount: number;
            currency: string;
        };
        WaitingRefund: {
            /** Format: int64 */
            id: number;
            /** @description null: of an unmatched payment, whose order is not here. */
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
             * @description manual: the rail cannot refund or the money is disputed, so somebody must decide. A refund that succeeded may still fail later.
             * @enum {string}
             */
            state: "requested" | "succeeded" | "failed" | "manual";
            providerRefundId: string | null;
            /**
             * Format: int64
             * @description Calls that may have reached the rail since the refund was last requested.
             */
            tries: number;
            /**
             * Format: date-time
             * @description When the rail is called next. In the past: as soon as it answers. Null: no call is planned.
             */
            nextTryAt: string | null;
            /** @description Why it failed or waits. */
            lastError: string | null;
            /** @description How the money was given back by hand. */
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
            /** @description In the provider's words. */
            stage: string;
            /**
             * @description open: until the provider names an end. closed: it has ended, and the provider does not tell for whom.
             * @enum {string}
             */
            standing: "open" | "won" | "lost" | "closed";
            /** Format: int64 */
            amount: number;
            currency: string;
            /**
             * @description kept: they stay in the draw, whose commitment was there before.
             * @enum {string}
             */
            tickets: "voided" | "kept" | "none";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Null: it names no order that this rail account charged. */
            orderId: string | null;
            /** @description The organisation's slug. */
            organisation: string;
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
             * @description When its selling ended.
             */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description When the block that decides was fixed. Null: it is not yet.
             */
            committedAt: string | null;
            /**
             * Format: date-time
             * @description By a recovery: it is drawn once it is resumed.
             */
            haltedAt: string | null;
            /**
             * Format: date-time
             * @description Since when it waits: since it was halted, or since its selling ended.
             */
            since: string;
        };
        OrganisationCreate: {
            /** @description In paths and tenant hosts. It never changes. */
            slug: string;
            name: string;
            cryptoEnabled?: boolean | null;
            acceptedTokens?: ("USDC" | "USDT")[] | null;
            fiatEnabled?: boolean | null;
            /** @description The currency that buyers are charged in, unless the competition sets another. */
            fiatCurrency?: string | null;
            /** @description Charge-currency major units for one USD, as decimal strings. Replaced as a whole. */
            rates?: {
                [key: string]: string;
            } | null;
            /** @description Null: none. Not the contract of a token or of the service, where what is sent is lost. */
            treasuryAddress?: string | null;
            entryQuestionRequired?: boolean | null;
            holdMinutes?: number | null;
            /** @description Sessions that one buyer may have pending in one competition. */
            maxPendingSessions?: number | null;
            /** @description Tickets that one buyer's pending sessions may hold in one competition. */
            maxPendingTickets?: number | null;
            /** @description Wrong answers to one entry question by one API key. Beyond them every answer is 429. */
            wrongAnswersPerMinute?: number | null;
            autoPublishWinners?: boolean | null;
            /** @description Hosts, with port if any, that buyers may be sent back to. */
            returnHosts?: string[] | null;
            /** @description How its pages look to buyers. Replaced as a whole. */
            theme?: components["schemas"]["ThemeCreate"] | (null);
            /** @description Origins whose pages may frame its pages, such as `https://shop.example`. None: all may. */
            embedOrigins?: string[] | null;
            /**
             * @description Language of its pages for buyers who ask for none that there is.
             * @enum {string|null}
             */
            locale?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl" | "pt" | "tr" | "vi" | "th" | "ja" | "ar" | null;
            /** @description Whether buyers may buy on the service's own pages: with it off, pages show competitions without a button. */
            hostedCheckout?: boolean | null;
        };
        ThemeCreate: {
            /** @description Of buttons, links and bars. */
            accent?: string | null;
            /** @description Of pages in light mode. */
            background?: string | null;
            /** @description Of pages in dark mode. */
            backgroundDark?: string | null;
            /** @description Of corners. */
            radius?: string | null;
            /**
             * @description One of five stacks of fonts that machines have.
             * @enum {string|null}
             */
            font?: "system" | "humanist" | "rounded" | "serif" | "mono" | null;
            /**
             * Format: uri
             * @description Shown above the list of competitions.
             */
            logoUrl?: string | null;
        };
        Organisation: {
            /** Format: int64 */
            id: number;
            slug: string;
            name: string;
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
            /** @description How its pages look to buyers. */
            theme: components["schemas"]["Theme"];
            /** @description Origins whose pages may frame its pages. None: all may. */
            embedOrigins: string[];
            /**
             * @description Language of its pages for buyers who ask for none that there is.
             * @enum {string}
             */
            locale: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl" | "pt" | "tr" | "vi" | "th" | "ja" | "ar";
            /** @description Whether buyers may buy on the service's own pages. */
            hostedCheckout: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        Theme: {
            /** @description Of buttons, links and bars. Null: as the service has it. */
            accent: string | null;
            /** @description Of pages in light mode. Null: as the service has it. */
            background: string | null;
            /** @description Of pages in dark mode. Null: as the service has it. */
            backgroundDark: string | null;
            /** @description Of corners. Null: as the service has it. */
            radius: string | null;
            /**
             * @description Null: the machine's own.
             * @enum {string|null}
             */
            font: "system" | "humanist" | "rounded" | "serif" | "mono" | null;
            /** @description Shown above the list of competitions. Null: as the service has it. */
            logoUrl: string | null;
        };
        ShopUpdate: {
            entryQuestionRequired?: boolean | null;
            holdMinutes?: number | null;
            /** @description Sessions that one buyer may have pending in one competition. */
            maxPendingSessions?: number | null;
            /** @description Tickets that one buyer's pending sessions may hold in one competition. */
            maxPendingTickets?: number | null;
            /** @description Wrong answers to one entry question by one API key. Beyond them every answer is 429. */
            wrongAnswersPerMinute?: number | null;
            autoPublishWinners?: boolean | null;
            /** @description Hosts, with port if any, that buyers may be sent back to. */
            returnHosts?: string[] | null;
            /** @description How its pages look to buyers. Replaced as a whole. */
            theme?: components["schemas"]["ThemeCreate"] | (null);
            /** @description Origins whose pages may frame its pages, such as `https://shop.example`. None: all may. */
            embedOrigins?: string[] | null;
            /**
             * @description Language of its pages for buyers who ask for none that there is.
             * @enum {string|null}
             */
            locale?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl" | "pt" | "tr" | "vi" | "th" | "ja" | "ar" | null;
            /** @description Whether buyers may buy on the service's own pages: with it off, pages show competitions without a button. */
            hostedCheckout?: boolean | null;
        };
        OrganisationUpdate: {
            name?: string | null;
            cryptoEnabled?: boolean | null;
            acceptedTokens?: ("USDC" | "USDT")[] | null;
            fiatEnabled?: boolean | null;
            /** @description The currency that buyers are charged in, unless the competition sets another. */
            fiatCurrency?: string | null;
            /** @description Charge-currency major units for one USD, as decimal strings. Replaced as a whole. */
            rates?: {
                [key: string]: string;
            } | null;
            /** @description Null: none. Not the contract of a token or of the service, where what is sent is lost. */
            treasuryAddress?: string | null;
            entryQuestionRequired?: boolean | null;
            holdMinutes?: number | null;
            /** @description Sessions that one buyer may have pending in one competition. */
            maxPendingSessions?: number | null;
            /** @description Tickets that one buyer's pending sessions may hold in one competition. */
            maxPendingTickets?: number | null;
            /** @description Wrong answers to one entry question by one API key. Beyond them every answer is 429. */
            wrongAnswersPerMinute?: number | null;
            autoPublishWinners?: boolean | null;
            /** @description Hosts, with port if any, that buyers may be sent back to. */
            returnHosts?: string[] | null;
            /** @description How its pages look to buyers. Replaced as a whole. */
            theme?: components["schemas"]["ThemeCreate"] | (null);
            /** @description Origins whose pages may frame its pages, such as `https://shop.example`. None: all may. */
            embedOrigins?: string[] | null;
            /**
             * @description Language of its pages for buyers who ask for none that there is.
             * @enum {string|null}
             */
            locale?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl" | "pt" | "tr" | "vi" | "th" | "ja" | "ar" | null;
            /** @description Whether buyers may buy on the service's own pages: with it off, pages show competitions without a button. */
            hostedCheckout?: boolean | null;
        };
        /**
         * @example {
         *       "text": "competition 12 ticket 340"
         *     }
         */
        SearchAnywhere: {
            /** @description What is looked for. Blanks around it do not count. */
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
             * @description When the thing was made.
             */
            at: string;
            /**
             * @description What the text was taken for when it named the thing.
             * @enum {string}
             */
            namedBy: "orderId" | "email" | "walletAddress" | "accountId" | "competitionId" | "competitionTitle" | "ticketNumber" | "orderNumber" | "paymentId" | "refundId" | "disputeId" | "eventId" | "deliveryId" | "requestId" | "providerId";
            /** @description The path of its GET. */
            link: string;
        };
        /**
         * @example {
         *       "text": "buyer@example.com"
         *     }
         */
        SearchText: {
            /** @description What is looked for. Blanks around it do not count. */
            text: string;
            /**
             * Format: int64
             * @description The text is the number of a ticket of this competition, and nothing else.
             */
            competitionId?: number | null;
            /**
             * Format: date-time
             * @description Of the buyer's orders, and of those that are looked through, only what was placed before this time.
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
            scopes?: ("competitions:read" | "winners:read" | "entries:create" | "competitions:write" | "draws:create")[] | null;
            /**
             * @description Requests per window; also the largest burst.
             * @default 600
             */
            rateLimit?: number | null;
            /** @default 60 */
            rateWindowSec?: number | null;
            /**
             * Format: date-time
             * @description When it stops working: a time to come. Null: never.
             */
            expiresAt?: string | null;
            /** @description Addresses and networks that it works from, such as `192.0.2.0/24`. Null: any. */
            allowedAddresses?: string[] | null;
            /**
             * @description The secret is not shown here: somebody of the organisation claims it within 7 days.
             * @default false
             */
            handOver?: boolean | null;
        };
        NewApiKey: {
            /** Format: int64 */
            id: number;
            name: string;
            /** @description The first characters of the key. Null: nobody has claimed it yet. */
            prefix: string | null;
            scopes: ("competitions:read" | "winners:read" | "entries:create" | "competitions:write" | "draws:create")[];
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
             * @description When it stops working. Null: never.
             */
            expiresAt: string | null;
            /** @description Networks that it works from, as CIDR. From elsewhere it is `invalid_api_key`. Null: any. */
            allowedAddresses: string[] | null;
            /**
             * Format: date-time
             * @description Of a rolled key: until then its former secret works, too.
             */
            previousUntil: string | null;
            /** @description It was handed over, and waits for somebody to claim it. */
            claimable: boolean;
            /**
             * Format: date-time
             * @description Of a key that was handed over: the last time to claim it.
             */
            claimUntil: string | null;
            /**
             * Format: date-time
             * @description When its secret was made and shown.
             */
            claimedAt: string | null;
            /** @description Who claimed it: `person:7`. */
            claimedBy: string | null;
            /**
             * Format: date-time
             * @description When it last got past the door: about two minutes exact.
             */
            lastUsedAt: string | null;
            /** @description The key itself. It is shown only here. Null: it was handed over, and whoever claims it sees it. */
            key: string | null;
        };
        ApiKey: {
            /** Format: int64 */
            id: number;
            name: string;
            /** @description The first characters of the key. Null: nobody has claimed it yet. */
            prefix: string | null;
            scopes: ("competitions:read" | "winners:read" | "entries:create" | "competitions:write" | "draws:create")[];
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
             * @description When it stops working. Null: never.
             */
            expiresAt: string | null;
            /** @description Networks that it works from, as CIDR. From elsewhere it is `invalid_api_key`. Null: any. */
            allowedAddresses: string[] | null;
            /**
             * Format: date-time
             * @description Of a rolled key: until then its former secret works, too.
             */
            previousUntil: string | null;
            /** @description It was handed over, and waits for somebody to claim it. */
            claimable: boolean;
            /**
             * Format: date-time
             * @description Of a key that was handed over: the last time to claim it.
             */
            claimUntil: string | null;
            /**
             * Format: date-time
             * @description When its secret was made and shown.
             */
            claimedAt: string | null;
            /** @description Who claimed it: `person:7`. */
            claimedBy: string | null;
            /**
             * Format: date-time
             * @description When it last got past the door: about two minutes exact.
             */
            lastUsedAt: string | null;
        };
        ApiKeyUpdate: {
            name?: string | null;
            /**
             * Format: date-time
             * @description When it stops working: at once, if that is past, until it is changed again. Null: never.
             */
            expiresAt?: string | null;
            /** @description Addresses and networks that it works from, such as `192.0.2.0/24`. Null: any. */
            allowedAddresses?: string[] | null;
        };
        ApiKeyRoll: {
            /** @description How long the former secret works, too. */
            graceHours: number;
        };
        RailAccountPut: {
            provider: string;
            currencies: string[];
            /**
             * @description Stored encrypted and never returned. Replaced with everything else: those left out are gone.
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
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the provider accepted these credentials. null: it could not be asked, or the account was put disabled.
             */
            verifiedAt: string | null;
            /**
             * Format: date-time
             * @description Until then notifications are accepted that are signed with the credentials before.
             */
            previousCredentialsUntil: string | null;
            /** @description How calls to the provider ended: at most about a minute old. null: none yet. */
            health: components["schemas"]["RailHealth"] | (null);
        };
        RailHealth: {
            /**
             * Format: date-time
             * @description When the provider last answered a call.
             */
            lastSuccessAt: string | null;
            /** @description The last call that was not answered, or not so that it could be read. */
            lastError: components["schemas"]["FailedRailCall"] | (null);
            /**
             * Format: int64
             * @description Calls in a row that failed; 0: the last one was answered.
             */
            consecutiveFailures: number;
        };
        RailAccountRemoval: {
            /** @enum {string} */
            kind: "flow" | "embed" | "fields" | "redirect" | "qr";
            provider: string;
            /**
             * @description disabled: orders refer to the account, so it is kept, and serves no currency any more.
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
             * @description waiting: it is tried again. processed: done, though not at the first try. ignored: it reports nothing that matters here. unmatched: it names an order or refund that the account does not have. failed: given up.
             * @enum {string}
             */
            state: "waiting" | "processed" | "ignored" | "unmatched" | "failed";
            /** @description What it reports, such as `payment.paid`; where it is ignored, the provider's own type. */
            types: string | null;
            /** @description Equal in all repetitions of a notification. */
            dedupeKey: string;
            /**
             * Format: int64
             * @description How often a worker tried again after the first try.
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
            /** @description The right option, counted from 0. */
            answerIndex: number;
            /**
             * @description Prize category that it fits. Null: any.
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
            /** @description The right option, counted from 0. */
            answerIndex?: number | null;
            /** @description Prize category that it fits. Null: any. */
            category?: string | null;
        };
        Deleted: {
            /** Format: int64 */
            id: number;
            /** @enum {boolean} */
            deleted: true;
        };
        WebhookEndpointCreate: {
            /** @description https, on a public address. */
            url: string;
            /**
             * @description Event types that it receives. Null: all.
             * @default null
             */
            events?: ("entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping")[] | null;
            /**
             * @description A note for operators.
             * @default null
             */
            description?: string | null;
            /** @description A secret of your own, `whsec_…`. Default: a generated one. */
            secret?: string | null;
        };
        NewWebhookEndpoint: {
            /** Format: int64 */
            id: number;
            url: string;
            events: ("entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping")[] | null;
            description: string | null;
            enabled: boolean;
            /** @description Why the service disabled it. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description The first attempt that failed since the last success. Null: the last attempt succeeded.
             */
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The key that signs its deliveries. Shown only here. */
            secret: string;
        };
        WebhookEndpoint: {
            /** Format: int64 */
            id: number;
            url: string;
            events: ("entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping")[] | null;
            description: string | null;
            enabled: boolean;
            /** @description Why the service disabled it. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description The first attempt that failed since the last success. Null: the last attempt succeeded.
             */
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WebhookEndpointUpdate: {
            /** @description https, on a public address. */
            url?: string | null;
            /** @description Event types that it receives. Null: all. */
            events?: ("entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping")[] | null;
            /** @description A note for operators. */
            description?: string | null;
            /** @description True also clears disabledReason. */
            enabled?: boolean | null;
        };
        SecretRotation: {
            /** @description A secret of your own, `whsec_…`. Default: a generated one. */
            secret?: string | null;
        };
        RotatedSecret: {
            /** Format: int64 */
            id: number;
            url: string;
            /** @description Shown only here. */
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
             * @description The next attempt. Null once it is delivered or failed.
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
             * @description Counts from 1.
             */
            number: number;
            /** Format: date-time */
            at: string;
            /** Format: int64 */
            durationMs: number;
            /**
             * Format: int64
             * @description Null: no answer, and error says why.
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
            /** @description The body of its deliveries. */
            payload: {
                [key: string]: unknown;
            };
        };
        EndpointFigures: {
            /** @description All that are kept, by state. */
            deliveries: components["schemas"]["DeliveryFigures"];
            /** @description Null: the last attempt was accepted, or there was none. */
            failing: components["schemas"]["FailingDeliveries"] | (null);
            /** @description Attempts of the last 24 hours, the earliest first. */
            hours: components["schemas"]["AttemptsOfHour"][];
        };
        DeliveryFigures: {
            /**
             * Format: int64
             * @description To be sent, for the first time or again.
             */
            pending: number;
            /**
             * Format: int64
             * @description Accepted by the receiver.
             */
            delivered: number;
            /**
             * Format: int64
             * @description Given up.
             */
            failed: number;
        };
        FailingDeliveries: {
            /**
             * Format: date-time
             * @description The first attempt that failed since one that did not.
             */
            since: string;
            /**
             * Format: int64
             * @description Deliveries that were attempted since then.
             */
            attempted: number;
            /**
             * Format: int64
             * @description Those of them that are not delivered.
             */
            undelivered: number;
            /** @description The last attempt since then. Null: it is not kept any more. */
            lastAttempt: components["schemas"]["DeliveryAttempt"] | (null);
        };
        AttemptsOfHour: {
            /**
             * Format: date-time
             * @description Where the hour begins.
             */
            from: string;
            /**
             * Format: int64
             * @description Attempts that were answered with a status from 200 to 299.
             */
            accepted: number;
            /**
             * Format: int64
             * @description Other attempts.
             */
            failed: number;
        };
        Replay: {
            /**
             * Format: date-time
             * @description Events from this time on.
             */
            since: string;
            /**
             * Format: date-time
             * @description Events before this time; at most 30 days after `since`.
             */
            until: string;
        };
        Replayed: {
            /**
             * Format: int64
             * @description Deliveries that are due again, or for the first time.
             */
            replayed: number;
        };
        FailedDeliveries: {
            /**
             * Format: int64
             * @description Deliveries that the replay would make due again.
             */
            failed: number;
            /**
             * Format: date-time
             * @description As it was asked for.
             */
            since: string;
            /**
             * Format: date-time
             * @description As it was asked for, else now: with it the replay sends these, and none that fails later.
             */
            until: string;
            /**
             * Format: int64
             * @description The last delivery that was looked at, where more follow it. Null: all were looked at.
             */
            reached: number | null;
        };
        FailedReplay: {
            /**
             * Format: date-time
             * @description Only what failed from this time on.
             */
            since: string;
            /**
             * Format: date-time
             * @description Only what failed before this time: that of the count.
             */
            until: string;
            /**
             * Format: int64
             * @description Continues behind this delivery: `reached` of what was found before it.
             */
            after?: number | null;
        };
        FailedReplayed: {
            /**
             * Format: int64
             * @description Deliveries that are due again.
             */
            replayed: number;
            /**
             * Format: int64
             * @description The last delivery that was looked at, where more follow it. Null: all were looked at.
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
        /**
         * @example {
         *       "retailValueUSDCents": 1000000,
         *       "brand": "Example",
         *       "model": "Diver 200",
         *       "condition": "unworn"
         *     }
         */
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
            /** @description The maker. Null or `""` takes it away. */
            brand?: string | null;
            /** @description The model's name. Null or `""` takes it away. */
            model?: string | null;
            /** @description The maker's reference number. Null or `""` takes it away. */
            referenceNumber?: string | null;
            /** @description When it was made, 1 to 9999. Null or `""` takes it away. */
            yearManufactured?: number | string | (null);
            /** @description Markdown. Null or `""` takes it away. */
            description?: string | null;
            /** Format: int64 */
            retailValueUSDCents?: number | null;
            category?: string | null;
            /** @enum {string|null} */
            condition?: "new" | "unworn" | "excellent" | "good" | null;
            /** @description Replaced as a whole. */
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
            /** @description The crypto token the competition is priced in. */
            paymentToken: string;
            /** Format: int64 */
            maxTickets: number;
            /** Format: int64 */
            ticketsSold: number;
            /**
             * @description Coarse persisted status; state is preferred.
             * @enum {string}
             */
            status: "draft" | "active" | "ended" | "cancelled";
            /**
             * @description Derived lifecycle state. Only open sells.
             * @enum {string}
             */
            state: "draft" | "scheduled" | "open" | "closing" | "drawn" | "retired" | "cancelled";
            /**
             * Format: date-time
             * @description When the draw closes.
             */
            endDate: string;
            imageUrl: string | null;
            payment: components["schemas"]["Payment"];
            /**
             * Format: int64
             * @description Extension: tickets that can be bought now, without those held for pending sessions.
             */
            available: number;
            /**
             * Format: int64
             * @description Extension.
             */
            prizeId: number;
            /**
             * Format: date-time
             * @description Extension: when it begins to sell.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description Extension.
             */
            createdAt: string;
            paymentOverride: components["schemas"]["CompetitionPaymentOverride"];
            /**
             * Format: int64
             * @description Of pending sessions.
             */
            ticketsHeld: number;
            /**
             * Format: int64
             * @description Sold tickets that left the draw.
             */
            ticketsVoided: number;
            /** @description Whether the raffle contract sells its tickets. */
            onChain: boolean;
            /** @description What its winner gets. */
            prize: components["schemas"]["Prize"];
            /**
             * Format: date-time
             * @description When its selling ended.
             */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description When its winner was decided.
             */
            drawnAt: string | null;
            /**
             * Format: date-time
             * @description When somebody archived it: its state is retired since.
             */
            archivedAt: string | null;
            /**
             * Format: date-time
             * @description When it was cancelled, which is final.
             */
            cancelledAt: string | null;
            /**
             * Format: date-time
             * @description Of a cancelled competition: when every order had been given back. Refunds have states of their own.
             */
            unwoundAt: string | null;
            /**
             * Format: date-time
             * @description By a recovery: it sells nothing until it is resumed or cancelled.
             */
            haltedAt: string | null;
        };
        Payment: {
            /** @description Empty when crypto is off for the competition. */
            acceptedTokens: ("USDC" | "USDT")[];
            /** @description Whether card or bank checkout is available now: it is on, and a rail account and a rate serve the charge currency. */
            fiat: boolean;
            /** @description The single fiat currency charged. Absent when fiat is false. */
            fiatCurrency?: string | null;
        };
        /** @description Extension: the competition's own choice, as it was set. Null inherits. */
        CompetitionPaymentOverride: {
            crypto: boolean | null;
            fiat: boolean | null;
            fiatCurrency: string | null;
        };
        /**
         * @example {
         *       "prizeId": 1,
         *       "title": "Win a diver's watch",
         *       "ticketPriceUSDCents": 2500,
         *       "maxTickets": 1000,
         *       "startDate": "2027-01-01T00:00:00Z",
         *       "endDate": "2027-02-01T00:00:00Z"
         *     }
         */
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
            payment?: components["schemas"]["PaymentOverride"] | (null);
        };
        /** @description Rail overrides. Null or omitted inherits the organisation's rails. */
        PaymentOverride: {
            crypto?: boolean | null;
            fiat?: boolean | null;
            fiatCurrency?: string | null;
        };
        /**
         * @example {
         *       "status": "active"
         *     }
         */
        CompetitionUpdate: {
            title?: string | null;
            /** @description Markdown. Null or `""` takes it away. */
            description?: string | null;
            /** @enum {string|null} */
            status?: "draft" | "active" | null;
            payment?: components["schemas"]["PaymentOverride"] | (null);
            /**
             * Format: int64
             * @description Extension: while the competition is a draft, else 400 `invalid_transition`.
             */
            prizeId?: number | null;
            /** @description Extension: while the competition is a draft, else 400 `invalid_transition`. */
            ticketPriceUSDCents?: number | null;
            /** @description Extension: while the competition is a draft, else 400 `invalid_transition`. */
            maxTickets?: number | null;
            /**
             * Format: date-time
             * @description Extension: while the competition is a draft, else 400 `invalid_transition`.
             */
            startDate?: string | null;
            /**
             * Format: date-time
             * @description Extension: while the competition is a draft, else 400 `invalid_transition`.
             */
            endDate?: string | null;
            /** @description Extension: while the competition is a draft, else 400 `invalid_transition`. An https URL. Null or `""` takes it away. */
            imageUrl?: string | null;
        };
        SalesByDay: {
            /** @description Each day with a sale. */
            days: components["schemas"]["SalesOfDay"][];
        };
        SalesOfDay: {
            /**
             * Format: date
             * @description In the time zone that the query names.
             */
            day: string;
            /**
             * Format: int64
             * @description Paid orders of that day.
             */
            orders: number;
            /**
             * Format: int64
             * @description Also those that left the draw since.
             */
            ticketsSold: number;
            /**
             * Format: int64
             * @description Those of them that left the draw.
             */
            ticketsVoided: number;
            /**
             * Format: int64
             * @description The price of the tickets sold, before credit and commissions.
             */
            salesUSDCents: number;
        };
        CancelPreview: {
            /**
             * Format: int64
             * @description Sessions that fail.
             */
            pendingOrders: number;
            /**
             * Format: int64
             * @description The tickets that they hold.
             */
            pendingTickets: number;
            /**
             * Format: int64
             * @description Credit in US cents that pending sessions reserve, and that is free again.
             */
            reservedCreditCents: number;
            /**
             * Format: int64
             * @description Orders that are given back.
             */
            paidOrders: number;
            /**
             * Format: int64
             * @description The tickets of these orders.
             */
            paidTickets: number;
            /**
             * Format: int64
             * @description Credit in US cents that buyers get back.
             */
            creditCents: number;
            /**
             * Format: int64
             * @description Commissions that are taken back.
             */
            commissions: number;
            /**
             * Format: int64
             * @description US cents that affiliates lose again.
             */
            commissionCents: number;
            /** @description What goes back on which rail. */
            refunds: components["schemas"]["RefundsOfRail"][];
            /** @description What buyers get back from the raffle contract. null: it sold nothing of this competition. */
            contract: components["schemas"]["PurchasesOnContract"] | (null);
        };
        RefundsOfRail: {
            /** @enum {string} */
            kind: "flow" | "embed" | "fields" | "redirect" | "qr";
            provider: string;
            currency: string;
            /** @description The rail cannot refund: somebody has to send each back. */
            byHand: boolean;
            /**
             * Format: int64
             * @description One for each payment.
             */
            refunds: number;
            /**
             * Format: int64
             * @description In the currency's minor unit.
             */
            amount: number;
        };
        PurchasesOnContract: {
            /**
             * Format: int64
             * @description Purchases on it.
             */
            purchases: number;
            /** @description In the token's smallest unit. */
            units: string;
        };
        CompetitionDraw: {
            /** Format: int64 */
            competitionId: number;
            /** @enum {string} */
            status: "waiting" | "committed" | "drawn";
            /** Format: int64 */
            chainId: number;
            commitment: components["schemas"]["CompetitionDrawCommitment"] | (null);
            /** @description Commitments that were not seen durable before their block existed, or whose competition was cancelled before it. They decided nothing. */
            voidedCommitments: components["schemas"]["VoidedDrawCommitment"][];
            winner: components["schemas"]["CompetitionDrawWinner"] | (null);
            /**
             * @description Of competitions on chain: drawn by a verifiable random number. Commitment and winner are null then, request and answer say it.
             * @enum {string}
             */
            method?: "vrf";
            /** @description Of competitions on chain: the raffle contract. */
            contract?: string;
            /** @description Of competitions on chain. */
            request?: components["schemas"]["RandomRequest"] | (null);
            /** @description Of competitions on chain. */
            answer?: components["schemas"]["RandomAnswer"] | (null);
        };
        CompetitionDrawCommitment: {
            /** @description Merkle tree hash (RFC 9162) over the ticket ranges. */
            ticketsRoot: string;
            totalTickets: number;
            /** @description How many ticket ranges are under the root. */
            ranges: number;
            /**
             * Format: int64
             * @description The block whose hash decides. It did not exist yet at the commitment.
             */
            blockNumber: number;
            /** Format: date-time */
            committedAt: string;
        };
        VoidedDrawCommitment: {
            /** @description Merkle tree hash (RFC 9162) over the ticket ranges. */
            ticketsRoot: string;
            totalTickets: number;
            /** @description How many ticket ranges are under the root. */
            ranges: number;
            /**
             * Format: int64
             * @description The block whose hash decides. It did not exist yet at the commitment.
             */
            blockNumber: number;
            /** Format: date-time */
            committedAt: string;
            /** Format: date-time */
            voidedAt: string;
        };
        CompetitionDrawWinner: {
            ticketNumber: number;
            /** @description keccak256(blockHash, competitionId) mod totalTickets, from 0. */
            winnerIndex: number;
            blockHash: string;
            entry: components["schemas"]["CompetitionDrawEntry"];
            /** Format: date-time */
            drawnAt: string;
        };
        CompetitionDrawEntry: {
            first: number;
            last: number;
            /** @description SHA-256 of the session's id, or of the transaction hash, as text. */
            orderHash: string;
        };
        RandomRequest: {
            /** @description Decimal. */
            vrfRequestId: string;
            /** @description Tickets at the request: they are numbered from 1 without a gap. */
            tickets: number;
            requestTx: string;
            /**
             * Format: date-time
             * @description The time of its block.
             */
            requestedAt: string;
        };
        RandomAnswer: {
            /** @description The random number. */
            seed: string;
            /** @description seed mod tickets, from 0. */
            winnerIndex: number;
            /** @description winnerIndex + 1. */
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
             * @description Null: it is not published, and partners do not see it.
             */
            publishedAt: string | null;
            draw: components["schemas"]["BlockHashDraw"] | components["schemas"]["VerifiableRandomDraw"] | (null);
        };
        Buyer: {
            email: string | null;
            walletAddress: string | null;
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
             * @description Also the highest ticket number that the database knows.
             */
            ticketsSold: number;
            /**
             * Format: int64
             * @description Of pending sessions.
             */
            ticketsHeld: number;
            /** Format: int64 */
            maxTickets: number;
            /** Format: date-time */
            endDate: string;
            /** @description Its draw was committed before the restored point: the same block decides. */
            committed: boolean;
            /**
             * Format: date-time
             * @description Null: it goes on.
             */
            haltedAt: string | null;
        };
        CompetitionResumption: {
            /** @description The highest ticket number that any buyer was told, before or after the restored point. Numbers above ticketsSold up to it are skipped: void and nobody's. 0: none was told. */
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
             * @description api: by a partner's key; hosted: on the service's own pages; chain: on the raffle contract.
             * @enum {string}
             */
            channel: "api" | "hosted" | "chain";
            /** @description `X-Request-Id` of the request that created the session. Log lines about the order have it. */
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
             * @description US cents of the price that account credit pays.
             */
            creditCents: number;
            /**
             * Format: int64
             * @description What the rail charges, in the currency's minor unit.
             */
            amount: number;
            currency: string;
            /** @description Charge-currency major units for one USD. Null: nothing was converted. */
            rate: string | null;
            /** @enum {string} */
            source: "fiat" | "crypto" | "free";
            /** @description Code of who brought the buyer. */
            affiliate: string | null;
            /**
             * Format: int64
             * @description US cents that the affiliate earns once the order is paid.
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
            /** @description The numbers from first to last. Null until they are issued. */
            tickets: components["schemas"]["TicketRange"] | (null);
            payments: components["schemas"]["OrderPayment"][];
            refunds: components["schemas"]["Refund"][];
            disputes: components["schemas"]["Dispute"][];
            /**
             * @description Where its money is: requested, failed and manual as of its refunds; succeeded: all of it has left; on_chain: the buyer claims it from the raffle contract. Null: nothing is to be refunded.
             * @enum {string|null}
             */
            refundState: "requested" | "succeeded" | "failed" | "manual" | "on_chain" | null;
            /**
             * Format: date-time
             * @description When it was given back: by the operator, or because the competition was cancelled.
             */
            givenBackAt: string | null;
            /**
             * Format: date-time
             * @description When its money had left. Null: it has not, or nothing is to be refunded.
             */
            refundedAt: string | null;
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
             * @description Only a settled payment bought tickets; any other is given back.
             * @enum {string}
             */
            state: "settled" | "late" | "mismatch" | "surplus";
            /** Format: date-time */
            receivedAt: string;
        };
        Refund: {
            /** Format: int64 */
            id: number;
            /** @description null: of an unmatched payment, whose order is not here. */
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
             * @description manual: the rail cannot refund or the money is disputed, so somebody must decide. A refund that succeeded may still fail later.
             * @enum {string}
             */
            state: "requested" | "succeeded" | "failed" | "manual";
            providerRefundId: string | null;
            /**
             * Format: int64
             * @description Calls that may have reached the rail since the refund was last requested.
             */
            tries: number;
            /**
             * Format: date-time
             * @description When the rail is called next. In the past: as soon as it answers. Null: no call is planned.
             */
            nextTryAt: string | null;
            /** @description Why it failed or waits. */
            lastError: string | null;
            /** @description How the money was given back by hand. */
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
            /** @description In the provider's words. */
            stage: string;
            /**
             * @description open: until the provider names an end. closed: it has ended, and the provider does not tell for whom.
             * @enum {string}
             */
            standing: "open" | "won" | "lost" | "closed";
            /** Format: int64 */
            amount: number;
            currency: string;
            /**
             * @description kept: they stay in the draw, whose commitment was there before.
             * @enum {string}
             */
            tickets: "voided" | "kept" | "none";
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
             * @description api: by a partner's key; hosted: on the service's own pages; chain: on the raffle contract.
             * @enum {string}
             */
            channel: "api" | "hosted" | "chain";
            /** @description `X-Request-Id` of the request that created the session. Log lines about the order have it. */
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
             * @description US cents of the price that account credit pays.
             */
            creditCents: number;
            /**
             * Format: int64
             * @description What the rail charges, in the currency's minor unit.
             */
            amount: number;
            currency: string;
            /** @description Charge-currency major units for one USD. Null: nothing was converted. */
            rate: string | null;
            /** @enum {string} */
            source: "fiat" | "crypto" | "free";
            /** @description Code of who brought the buyer. */
            affiliate: string | null;
            /**
             * Format: int64
             * @description US cents that the affiliate earns once the order is paid.
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
            /** @description The numbers from first to last. Null until they are issued. */
            tickets: components["schemas"]["TicketRange"] | (null);
            payments: components["schemas"]["OrderPayment"][];
            refunds: components["schemas"]["Refund"][];
            disputes: components["schemas"]["Dispute"][];
            /**
             * @description Where its money is: requested, failed and manual as of its refunds; succeeded: all of it has left; on_chain: the buyer claims it from the raffle contract. Null: nothing is to be refunded.
             * @enum {string|null}
             */
            refundState: "requested" | "succeeded" | "failed" | "manual" | "on_chain" | null;
            /**
             * Format: date-time
             * @description When it was given back: by the operator, or because the competition was cancelled.
             */
            givenBackAt: string | null;
            /**
             * Format: date-time
             * @description When its money had left. Null: it has not, or nothing is to be refunded.
             */
            refundedAt: string | null;
            /** @description What partners were told of its payment. Events are kept for 30 days. */
            events: components["schemas"]["EventWithDeliveries"][];
            /** @description What came in tokens and where it went. Null: the order is not paid through the till. */
            tokenPayment: components["schemas"]["TokenPayment"] | (null);
        };
        EventWithDeliveries: {
            id: string;
            /** @enum {string} */
            type: "entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping";
            /** Format: date-time */
            createdAt: string;
            /** @description The body of its deliveries. */
            payload: {
                [key: string]: unknown;
            };
            /** @description To each endpoint that receives it. */
            deliveries: components["schemas"]["Delivery"][];
        };
        TokenPayment: {
            /** Format: int64 */
            chainId: number;
            /** @description The token that was asked for. */
            token: string;
            /** @description In the token's smallest unit. */
            units: string;
            /** @description Where the buyer pays to. */
            paymentAddress: string;
            /** @description Where what goes back goes to. */
            refundAddress: string;
            /** @description Where the price goes once the competition is drawn. */
            treasury: string;
            /**
             * Format: date-time
             * @description What is in a block after it comes too late.
             */
            deadline: string | null;
            /**
             * Format: date-time
             * @description The time of the last block whose transfers were read. Null: none was.
             */
            readUntil: string | null;
            /**
             * @description What becomes of the price: it lies at the address until the draw, goes to the treasury, or goes back. What came beside it always goes back.
             * @enum {string}
             */
            decision: "held" | "to_treasury" | "to_buyer";
            /**
             * @description Whose call completed the price at the treasury. Null: the price is not there.
             * @enum {string|null}
             */
            paidOutBy: "service" | "treasury" | null;
            /** @description What the refund address could not take. It remains at `paymentAddress`, and only the refund address gets it. */
            stayed: components["schemas"]["TokenRest"][];
            /** @description What came, in final blocks, the oldest first. */
            transfers: components["schemas"]["TokenTransfer"][];
            /** @description What left, or is to, the oldest first; the newest 50. */
            movements: components["schemas"]["TokenMovement"][];
        };
        TokenRest: {
            /** @description The token's contract. */
            token: string;
            /** @description In the token's smallest unit. */
            units: string;
        };
        TokenTransfer: {
            txHash: string;
            /**
             * Format: int64
             * @description A transaction may have several transfers.
             */
            logIndex: number;
            /**
             * Format: int64
             * @description The number of its block, which is final.
             */
            block: number;
            /**
             * Format: date-time
             * @description The time of its block.
             */
            receivedAt: string;
            /** @description The token's contract. */
            token: string;
            /** @description In the token's smallest unit. */
            units: string;
        };
        TokenMovement: {
            /**
             * @description buyer: their refund address.
             * @enum {string}
             */
            to: "treasury" | "buyer";
            /**
             * @description other: a call that this service did not make. The treasury and the buyer can make some.
             * @enum {string}
             */
            by: "service" | "other";
            /**
             * @description failed: it moved nothing. `error` says why, and the next entry is the next try.
             * @enum {string}
             */
            state: "queued" | "sent" | "mined" | "final" | "failed";
            txHash: string | null;
            /** @description The token's contract. Null: no final block has the movement. */
            token: string | null;
            /** @description In the token's smallest unit. */
            units: string | null;
            error: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description Repeating it changes nothing and returns the same order. */
        OrderRefund: {
            reason: string;
        };
        OrganisationFigures: {
            /**
             * Format: date-time
             * @description The service's clock.
             */
            at: string;
            /** @description Of the days. */
            timeZone: string;
            /** @description Of all days together. */
            sales: components["schemas"]["SalesInCurrency"][];
            /** @description The last days, the earliest first, each with the orders that were paid on it. */
            days: components["schemas"]["SalesOnDay"][];
            /**
             * Format: int64
             * @description Orders that wait for their payment.
             */
            pendingOrders: number;
            /**
             * Format: int64
             * @description Competitions that sell now.
             */
            openCompetitions: number;
            /**
             * Format: int64
             * @description What the open competitions can still sell.
             */
            ticketsLeft: number;
            /** @description Refunds that are not done, by state. */
            refunds: components["schemas"]["RefundFigures"];
            /**
             * Format: int64
             * @description Payments without an order that wait for a decision.
             */
            unmatchedPayments: number;
            /**
             * Format: int64
             * @description Disputes that no provider has ended.
             */
            openDisputes: number;
        };
        SalesInCurrency: {
            /** @description The charge currency. */
            currency: string;
            /**
             * Format: int64
             * @description Paid orders that were not given back.
             */
            orders: number;
            /**
             * Format: int64
             * @description Tickets of these orders.
             */
            tickets: number;
            /**
             * Format: int64
             * @description What rails charged, in the currency's minor unit.
             */
            amount: number;
            /**
             * Format: int64
             * @description The price of the tickets, with what credit paid.
             */
            priceUSDCents: number;
            /**
             * Format: int64
             * @description What credit paid of it.
             */
            creditUSDCents: number;
            /**
             * Format: int64
             * @description Paid orders that were given back since.
             */
            givenBackOrders: number;
            /**
             * Format: int64
             * @description Tickets of the orders that were given back.
             */
            givenBackTickets: number;
            /**
             * Format: int64
             * @description What rails charged for the orders that were given back.
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
             * @description Where the day begins.
             */
            from: string;
            /**
             * Format: date-time
             * @description Where the next day begins: a day is not 24 hours long where clocks change.
             */
            until: string;
            /** @description One element for each charge currency with an order. */
            sales: components["schemas"]["SalesInCurrency"][];
        };
        RefundFigures: {
            /**
             * Format: int64
             * @description Under way.
             */
            requested: number;
            /**
             * Format: int64
             * @description The rail did not send the money.
             */
            failed: number;
            /**
             * Format: int64
             * @description The rail cannot refund, or the money is disputed.
             */
            manual: number;
        };
        RefundResolution: {
            /** @description How the money was given back. */
            note: string;
        };
        DisputeOfOrder: {
            /** Format: int64 */
            id: number;
            providerDisputeId: string;
            /** @description In the provider's words. */
            stage: string;
            /**
             * @description open: until the provider names an end. closed: it has ended, and the provider does not tell for whom.
             * @enum {string}
             */
            standing: "open" | "won" | "lost" | "closed";
            /** Format: int64 */
            amount: number;
            currency: string;
            /**
             * @description kept: they stay in the draw, whose commitment was there before.
             * @enum {string}
             */
            tickets: "voided" | "kept" | "none";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Null: it names no order that this rail account charged. */
            orderId: string | null;
        };
        DrawAccount: {
            /**
             * Format: int64
             * @description US cents.
             */
            balanceCents: number;
            /**
             * Format: int64
             * @description What a reveal costs, US cents.
             */
            unitCostCents: number;
            /**
             * Format: int64
             * @description The number of revealed draws.
             */
            draws: number;
            /**
             * Format: int64
             * @description What they cost together, US cents.
             */
            costCents: number;
            /** @description Where deposits go; null while none are taken. */
            settlement: components["schemas"]["DrawSettlement"] | (null);
            /** @description Commitments that can still be revealed, the 100 that expire first. */
            openDraws: components["schemas"]["OpenDraw"][];
        };
        DrawSettlement: {
            /** @description Your organisation's own address. */
            depositAddress: string;
            tokenAddress: string;
            tokenSymbol: string;
            /** Format: int64 */
            tokenDecimals: number;
        };
        OpenDraw: {
            /**
             * Format: uuid
             * @description The draw.
             */
            id: string;
            /** @description What was committed to. */
            serverSeedHash: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description From then on it cannot be revealed.
             */
            expiresAt: string;
        };
        ListedDrawLedgerEntry: {
            /** @enum {string} */
            kind: "draw" | "deposit";
            /**
             * Format: int64
             * @description Negative for a draw's charge.
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
            /** @description The order as the provider names it; it is not here. */
            orderId: string | null;
            /**
             * Format: int64
             * @description Where the provider names orders by a number.
             */
            orderNumber: number | null;
            /** Format: int64 */
            amount: number;
            currency: string;
            /**
             * Format: int64
             * @description Of the amount, what the provider had sent back when it was found.
             */
            sentBack: number;
            /**
             * @description open: nobody has decided. refunded: a refund exists, whose own state says how far it is.
             * @enum {string}
             */
            state: "open" | "refunded" | "resolved";
            /**
             * @description notification: the provider's message. recovery: its list, after a restore.
             * @enum {string}
             */
            foundBy: "notification" | "recovery";
            /** Format: date-time */
            foundAt: string;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description Why it was refunded, or what became of it otherwise. */
            note: string | null;
        };
        UnmatchedPaymentRefund: {
            /** @description Why it is refunded. */
            reason: string;
        };
        UnmatchedPaymentResolution: {
            /** @description What became of the money. */
            note: string;
        };
        Account: {
            /**
             * Format: int64
             * @description The userId of events.
             */
            id: number;
            /** @description Null where the account was made with a wallet. */
            email: string | null;
            /** @description Null where the account was made with an email. */
            walletAddress: string | null;
            /** @description The identities that the buyer is known by, oldest first. */
            identities: components["schemas"]["Identity"][];
            /**
             * Format: int64
             * @description Account credit in US cents.
             */
            balanceCents: number;
            /**
             * Format: int64
             * @description The part of it that is reserved for pending orders.
             */
            reservedCents: number;
            /** Format: date-time */
            createdAt: string;
        };
        Identity: {
            /** @enum {string} */
            kind: "email" | "wallet";
            value: string;
        };
        AccountWithOrders: {
            /**
             * Format: int64
             * @description The userId of events.
             */
            id: number;
            /** @description Null where the account was made with a wallet. */
            email: string | null;
            /** @description Null where the account was made with an email. */
            walletAddress: string | null;
            /** @description The identities that the buyer is known by, oldest first. */
            identities: components["schemas"]["Identity"][];
            /**
             * Format: int64
             * @description Account credit in US cents.
             */
            balanceCents: number;
            /**
             * Format: int64
             * @description The part of it that is reserved for pending orders.
             */
            reservedCents: number;
            /** Format: date-time */
            createdAt: string;
            /** @description The newest 20. All: the list of orders with `accountId`. */
            orders: components["schemas"]["Order"][];
        };
        CreditGrant: {
            /** @description US cents. */
            amountCents: number;
            reason: string;
        };
        AffiliateCreate: {
            /** @description Stored in lower case; accepted in any case. */
            code: string;
            name: string;
            /** @description Hundredths of a per cent of the price in US cents. A change applies to orders placed later. */
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
             * @description US cents earned by paid orders.
             */
            accruedCents: number;
            /**
             * Format: int64
             * @description The part of them that refunds and cancelled competitions took back.
             */
            reversedCents: number;
            /**
             * Format: int64
             * @description The rest. Payouts are not recorded here.
             */
            balanceCents: number;
            /** Format: date-time */
            createdAt: string;
        };
        AffiliateUpdate: {
            name?: string | null;
            /** @description Hundredths of a per cent of the price in US cents. A change applies to orders placed later. */
            commissionBps?: number | null;
        };
        Commission: {
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            kind: "accrual" | "reversal";
            /**
             * Format: int64
             * @description US cents; negative for a reversal.
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
            /** @description Who did it: `operator` for a holder of the token, `person:7`. */
            actor: string;
            /** @description Of a person, as it was then. */
            actorName: string | null;
            /** @description Of a person, as it was then. */
            actorEmail: string | null;
            /**
             * Format: int64
             * @description The login that it was done in.
             */
            loginId: number | null;
            /** @description The network address that it was asked from. */
            client: string | null;
            /** @description What was done: `api_key.revoked`. */
            action: string;
            /** @description To what: `api_key:7`. */
            subject: string;
            facts: {
                [key: string]: unknown;
            };
            requestId: string;
            /** @description The slug of the organisation that it concerns. Null: none. */
            organisation: string | null;
        };
        AuditEntry: {
            /** Format: int64 */
            id: number;
            /** Format: date-time */
            at: string;
            /** @description Who did it: `operator` for a holder of the token, `person:7`. */
            actor: string;
            /** @description Of a person, as it was then. */
            actorName: string | null;
            /** @description Of a person, as it was then. */
            actorEmail: string | null;
            /**
             * Format: int64
             * @description The login that it was done in.
             */
            loginId: number | null;
            /** @description The network address that it was asked from. */
            client: string | null;
            /** @description What was done: `api_key.revoked`. */
            action: string;
            /** @description To what: `api_key:7`. */
            subject: string;
            facts: {
                [key: string]: unknown;
            };
            requestId: string;
        };
        EmailSignInStart: {
            /**
             * Format: email
             * @description Whose code it is to be.
             */
            email: string;
        };
        SignInStarted: {
            /**
             * Format: int64
             * @description How long the code works.
             */
            minutes: number;
        };
        EmailSignInVerify: {
            /** @description Eight digits, of any script that the service knows; blanks, dashes and marks of direction are ignored. */
            code: string;
        };
        SignInDone: {
            /**
             * @description The answer has set the login's cookie.
             * @enum {boolean}
             */
            signedIn: true;
        };
        LinkSignIn: {
            /** @description What stands behind the `#` of the link. */
            token: string;
        };
        SignedOut: {
            /**
             * @description The login has ended.
             * @enum {boolean}
             */
            signedIn: false;
        };
        SignInWays: {
            /** @description Whether the console's address allows passkeys. */
            passkeys: boolean;
            /** @description Whether codes are mailed. */
            codes: boolean;
            /** @description By which operators sign in. Null: there is none. */
            provider: components["schemas"]["SignInProvider"] | (null);
        };
        SignInProvider: {
            /** @description As people know it. */
            name: string;
            /** @description Operators sign in and confirm by nothing else. */
            onlyWay: boolean;
        };
        SignInProviderAddress: {
            /** @description Of the identity provider: the browser goes there. */
            url: string;
        };
        SignInProviderAnswer: {
            /** @description From the `?` on. */
            answer: string;
        };
        SignInProviderDone: {
            /**
             * @description What was begun, and is done.
             * @enum {string}
             */
            did: "sign_in" | "confirm";
        };
        Me: {
            /** @description Who is signed in. */
            person: components["schemas"]["Person"];
            /**
             * @description Null: not an operator.
             * @enum {string|null}
             */
            operatorRole: "owner" | "account_manager" | "support" | "auditor" | null;
            /** @description The organisations that the person works for. */
            memberships: components["schemas"]["Membership"][];
            /** @description In every organisation, as an operator. */
            permissions: ("organisations:read" | "organisations:create" | "organisations:write" | "settings:write" | "search:read" | "keys:read" | "keys:issue" | "keys:hold" | "keys:revoke" | "rails:read" | "rails:write" | "questions:read" | "questions:write" | "webhooks:read" | "webhooks:write" | "webhooks:secret" | "webhooks:send" | "draws:continue" | "competitions:read" | "competitions:write" | "competitions:cancel" | "competitions:resume" | "competitions:archive" | "winners:read" | "winners:publish" | "orders:read" | "orders:refund" | "accounts:read" | "credit:grant" | "affiliates:read" | "affiliates:write" | "draw_account:read" | "health:read" | "audit:read" | "audit:read_all" | "exports:read" | "team:read" | "team:write" | "operators:read" | "operators:write")[];
            /** @description Whether the person has a passkey: codes sign in nobody who has. */
            hasPasskey: boolean;
            /** @description Whether the console's address allows passkeys. */
            passkeysPossible: boolean;
            /** @description By which an operator may confirm. Null: there is none. */
            provider: components["schemas"]["SignInProvider"] | (null);
            /** @description This browser's login. */
            login: components["schemas"]["CurrentLogin"];
            /** @description Where partners and buyers reach the service, without a slash at the end: another host, perhaps. */
            publicUrl: string;
        };
        Person: {
            /**
             * Format: int64
             * @description Of the person.
             */
            id: number;
            /** @description In lower case. */
            email: string;
            /** @description As others see it. */
            name: string;
        };
        Membership: {
            /** @description Where the person is a member. */
            organisation: components["schemas"]["MembershipOrganisation"];
            /**
             * @description The person's role there.
             * @enum {string}
             */
            role: "owner" | "manager" | "developer" | "finance" | "viewer";
            /** @description In this organisation, as its member. */
            permissions: ("organisations:read" | "organisations:create" | "organisations:write" | "settings:write" | "search:read" | "keys:read" | "keys:issue" | "keys:hold" | "keys:revoke" | "rails:read" | "rails:write" | "questions:read" | "questions:write" | "webhooks:read" | "webhooks:write" | "webhooks:secret" | "webhooks:send" | "draws:continue" | "competitions:read" | "competitions:write" | "competitions:cancel" | "competitions:resume" | "competitions:archive" | "winners:read" | "winners:publish" | "orders:read" | "orders:refund" | "accounts:read" | "credit:grant" | "affiliates:read" | "affiliates:write" | "draw_account:read" | "health:read" | "audit:read" | "audit:read_all" | "exports:read" | "team:read" | "team:write" | "operators:read" | "operators:write")[];
        };
        MembershipOrganisation: {
            /** @description In paths. */
            slug: string;
            /** @description As buyers see it. */
            name: string;
        };
        CurrentLogin: {
            /**
             * Format: int64
             * @description Of the login.
             */
            id: number;
            /**
             * @description By what the person signed in.
             * @enum {string}
             */
            means: "code" | "link" | "invitation" | "passkey" | "oidc";
            /**
             * Format: date-time
             * @description Until then nothing asks for the passkey. Null: it is asked for.
             */
            confirmedUntil: string | null;
            /**
             * Format: date-time
             * @description When this login ends, unless it is used before.
             */
            endsAt: string;
        };
        MeUpdate: {
            /** @description As others see it: nothing that looks like an address, and not the service's. */
            name?: string | null;
        };
        PasskeyAsked: {
            /** @description For the browser, as Web Authentication has them in JSON. */
            options: components["schemas"]["PasskeyOptions"];
        };
        PasskeyOptions: {
            [key: string]: unknown;
        };
        PasskeyAnswered: {
            /** @description What the browser answered, as JSON. */
            response: {
                [key: string]: unknown;
            };
        };
        Passkey: {
            /**
             * Format: int64
             * @description Of the passkey.
             */
            id: number;
            /** @description As the person calls it. */
            name: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last signed in or confirmed. Null: never.
             */
            usedAt: string | null;
        };
        PasskeyCreate: {
            /** @description What to call it. */
            name: string;
            /** @description What the browser answered, as JSON. */
            response: {
                [key: string]: unknown;
            };
        };
        Confirmed: {
            /**
             * Format: date-time
             * @description Until then nothing asks for the passkey.
             */
            confirmedUntil: string;
        };
        Login: {
            /**
             * Format: int64
             * @description Of the login.
             */
            id: number;
            /**
             * @description By what it was begun.
             * @enum {string}
             */
            means: "code" | "link" | "invitation" | "passkey" | "oidc";
            /** @description What the browser says that it is. Anybody may have written it. */
            browser: string;
            /** @description The network address that it was begun from. */
            client: string;
            /**
             * Format: date-time
             * @description When it was begun.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last used, within a minute.
             */
            seenAt: string;
            /** @description Whether it is this one. */
            current: boolean;
        };
        LoginsEnded: {
            /**
             * Format: int64
             * @description How many have ended.
             */
            ended: number;
        };
        InvitationToken: {
            /** @description What stands behind the `#` of the link. */
            token: string;
        };
        ShownInvitation: {
            /** @description Null: the service itself. */
            organisation: components["schemas"]["InvitingOrganisation"] | (null);
            /** @description Who is invited. */
            email: string;
            /** @description To which role. */
            role: string;
            /** @description Who invites. */
            inviter: string;
            /**
             * Format: date-time
             * @description It is accepted until then.
             */
            expiresAt: string;
        };
        InvitingOrganisation: {
            /** @description In paths. */
            slug: string;
            /** @description As buyers see it. */
            name: string;
        };
        Member: {
            /**
             * Format: int64
             * @description Of the person.
             */
            id: number;
            /** @description In lower case. */
            email: string;
            /** @description As others see it. */
            name: string;
            /** @description Whether the person has a passkey. */
            hasPasskey: boolean;
            /**
             * Format: date-time
             * @description Since when the person is here.
             */
            since: string;
            /**
             * Format: date-time
             * @description When the person was last seen in a login that has not ended. Null: in none.
             */
            seenAt: string | null;
            /**
             * @description In this organisation.
             * @enum {string}
             */
            role: "owner" | "manager" | "developer" | "finance" | "viewer";
        };
        MemberUpdate: {
            /**
             * @description What the person may do.
             * @enum {string}
             */
            role: "owner" | "manager" | "developer" | "finance" | "viewer";
        };
        SignInReset: {
            /**
             * Format: int64
             * @description Of the person.
             */
            id: number;
            /** @description Signs in once, within a day. Null: a mail brings it, and nobody else sees it. */
            link: string | null;
        };
        Invitation: {
            /**
             * Format: int64
             * @description Of the invitation.
             */
            id: number;
            /** @description Who is invited. */
            email: string;
            /**
             * @description To which role.
             * @enum {string}
             */
            role: "owner" | "manager" | "developer" | "finance" | "viewer" | "account_manager" | "support" | "auditor";
            /** @description Who invites. */
            inviter: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description It is accepted until then.
             */
            expiresAt: string;
        };
        MemberInvite: {
            /**
             * Format: email
             * @description Who is invited; it must be proven to accept.
             */
            email: string;
            /**
             * @description What the person may do.
             * @enum {string}
             */
            role: "owner" | "manager" | "developer" | "finance" | "viewer";
        };
        SentInvitation: {
            /**
             * Format: int64
             * @description Of the invitation.
             */
            id: number;
            /** @description Who is invited. */
            email: string;
            /**
             * @description To which role.
             * @enum {string}
             */
            role: "owner" | "manager" | "developer" | "finance" | "viewer" | "account_manager" | "support" | "auditor";
            /** @description Who invites. */
            inviter: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description It is accepted until then.
             */
            expiresAt: string;
            /** @description Where it is accepted, shown once. Null: a mail brings it, and nobody else sees it. */
            link: string | null;
        };
        OperatorPerson: {
            /**
             * Format: int64
             * @description Of the person.
             */
            id: number;
            /** @description In lower case. */
            email: string;
            /** @description As others see it. */
            name: string;
            /** @description Whether the person has a passkey. */
            hasPasskey: boolean;
            /**
             * Format: date-time
             * @description Since when the person is here.
             */
            since: string;
            /**
             * Format: date-time
             * @description When the person was last seen in a login that has not ended. Null: in none.
             */
            seenAt: string | null;
            /**
             * @description In the whole service.
             * @enum {string}
             */
            role: "owner" | "account_manager" | "support" | "auditor";
        };
        OperatorUpdate: {
            /**
             * @description What the person may do.
             * @enum {string}
             */
            role: "owner" | "account_manager" | "support" | "auditor";
        };
        OperatorInvite: {
            /**
             * Format: email
             * @description Who is invited; it must be proven to accept.
             */
            email: string;
            /**
             * @description What the person may do.
             * @enum {string}
             */
            role: "owner" | "account_manager" | "support" | "auditor";
        };
        Error: {
            /** @description The code, for programs. */
            error: string;
            /** @description A sentence, for people. It may change. */
            message: string;
            /**
             * Format: uri
             * @description Extension: the address of the code's description, at the service.
             * @example https://raffle.example/docs/errors#sold_out
             */
            docUrl: string;
            /** @description insufficient_scope and others: the scope or permission needed. */
            required?: string;
            /** @description idempotency_in_progress, 429 and 503: seconds to wait, as in Retry-After. */
            retryAfter?: number;
            /** @description Extension. no_usable_rail and invalid_transition: why nobody could buy, for programs. */
            reason?: string;
            /** @description sold_out and too_many_pending_sessions: entries that are still available. */
            available?: number;
            /** @description invalid_request: what is wrong where. */
            issues?: components["schemas"]["ErrorIssue"][];
            /** @description wrong_code: how often the code may still be tried. */
            triesLeft?: number;
        };
        ErrorIssue: {
            /** @example buyer.email */
            path: string;
            /** @example required */
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
         *     `provider_required`: Operators sign in, and confirm, at the identity provider alone.
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
         *     `provider_required`: Operators sign in, and confirm, at the identity provider alone.
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
         *     `already_member`: This email works here already, or is invited already.
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
         *     `last_owner`: The last owner stays: make somebody else an owner first.
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
         *     `challenge_expired`: This took too long, was used before, or belongs to another browser. Begin again.
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
         *     `passkeys_impossible`: Browsers have no passkeys at the console's address: it needs a name, and https unless it is localhost.
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
        /** @description `invitation_expired`: This invitation was accepted or withdrawn, or is too old. Ask for a new one. */
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
        /** @description `last_owner`: The last owner stays: make somebody else an owner first. */
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
         *     `sign_in_required`: Nobody is signed in. Sign in, then try again.
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
         *     `sign_in_required`: Nobody is signed in. Sign in, then try again.
         *
         *     `invalid_passkey`: This passkey does not sign in here.
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
         * @description `operator_network`: Operators work from certain networks alone, and your address is in none of them.
         *
         *     `provider_required`: Operators sign in, and confirm, at the identity provider alone.
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
        /** @description Only this buyer's. */
        AccountId: number;
        /** @description Only this: `api_key.revoked`. */
        Action: string;
        /** @description Only what this one did, as entries show it: `person:7`. */
        Actor: string;
        /** @description Continues after the element with this id. The Link header has the address. */
        After: number;
        /** @description Stored in lower case; accepted in any case. */
        Code: string;
        /** @description Only of this competition. */
        CompetitionId: number;
        Id: number;
        Kind: "flow" | "embed" | "fields" | "redirect" | "qr";
        /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
        Limit: number;
        /** @description Required where the organisation has several accounts of the kind. */
        Provider: string;
        /** @description Only those that were placed from this time on. */
        Since: string;
        /** @description The organisation. */
        Slug: string;
        /** @description Only these. */
        State: "requested" | "succeeded" | "failed" | "manual";
        /** @description Only in this state. */
        Status: "pending" | "paid" | "failed";
        /** @description Days are those of this time zone. */
        TimeZone: string;
        /** @description Only those that were placed before this time. */
        Until: string;
        /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
        IdempotencyKey: string;
        /** @description Your name for the request; the response repeats it. */
        RequestId: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in our logs. */
        "X-Request-Id": string;
        /** @description Seconds to wait. With a 409 only while the first request is still running. */
        "Retry-After": number;
        /** @description `true`: the answer that this Idempotency-Key got before. Absent on the first one. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
                /** @description Only these. */
                state?: "requested" | "failed" | "manual";
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
                /** @description Only these. */
                standing?: "open" | "won" | "lost" | "closed";
                /** @description Only those that were opened or changed from this time on. */
                since?: string;
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: string;
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: string;
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
             *     `already_claimed`: The key has its secret, which was shown to whoever claimed it. Roll the key if it is lost.
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
            /** @description `claim_expired`: A key that is handed over can be claimed for 7 days. Ask for another. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Required where the organisation has several accounts of the kind. */
                provider?: components["parameters"]["Provider"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "rail_account_exists";
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
                /** @description Required where the organisation has several accounts of the kind. */
                provider?: components["parameters"]["Provider"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
    listRailAccounts: {
        parameters: {
            query?: {
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
                /** @description waiting: it is tried again. processed: done, though not at the first try. ignored: it reports nothing that matters here. unmatched: it names an order or refund that the account does not have. failed: given up. */
                state?: "waiting" | "processed" | "ignored" | "unmatched" | "failed";
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
    updateQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
                /** @description Only in this state. */
                state?: "pending" | "delivered" | "failed";
                /** @description Only of events of this type. */
                type?: "entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping";
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: string;
                /** @description Only of this type. */
                type?: "entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping";
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
            query?: never;
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
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
                /** @description Only what failed from this time on. Default: 30 days ago. */
                since?: string;
                /** @description Only what failed before this time. Default: now. */
                until?: string;
                /** @description Continues behind this delivery: `reached` of what was found before it. */
                after?: number;
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
                /** @description Only those in this state. */
                state?: "draft" | "scheduled" | "open" | "closing" | "drawn" | "retired" | "cancelled";
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
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
                /** @description Days are those of this time zone. */
                timeZone?: components["parameters"]["TimeZone"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
    continueDraw: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
                /** @description Only of this competition. */
                competitionId?: components["parameters"]["CompetitionId"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
                slug: components["parameters"]["Slug"];
                id: components["parameters"]["Id"];
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: string;
                /** @description Only this buyer's. */
                accountId?: components["parameters"]["AccountId"];
                /** @description Only of this competition. */
                competitionId?: components["parameters"]["CompetitionId"];
                /** @description Only in this state. */
                status?: components["parameters"]["Status"];
                /** @description Only those that were placed from this time on. */
                since?: components["parameters"]["Since"];
                /** @description Only those that were placed before this time. */
                until?: components["parameters"]["Until"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
    getFigures: {
        parameters: {
            query?: {
                /** @description Days are those of this time zone. */
                timeZone?: components["parameters"]["TimeZone"];
                /** @description How many days. */
                days?: number;
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
    listRefunds: {
        parameters: {
            query?: {
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
                /** @description Only these. */
                state?: components["parameters"]["State"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
                /** @description Only these. */
                standing?: "open" | "won" | "lost" | "closed";
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
                /** @description Only these. */
                state?: "open" | "refunded" | "resolved";
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                        data: components["schemas"]["Account"][];
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
    listAffiliates: {
        parameters: {
            query?: {
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
                slug: components["parameters"]["Slug"];
                /** @description Stored in lower case; accepted in any case. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
                slug: components["parameters"]["Slug"];
                /** @description Stored in lower case; accepted in any case. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
                slug: components["parameters"]["Slug"];
                /** @description Stored in lower case; accepted in any case. */
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
                /** @description Only this buyer's. */
                accountId?: components["parameters"]["AccountId"];
                /** @description Only of this competition. */
                competitionId?: components["parameters"]["CompetitionId"];
                /** @description Only in this state. */
                status?: components["parameters"]["Status"];
                /** @description Only those that were placed from this time on. */
                since?: components["parameters"]["Since"];
                /** @description Only those that were placed before this time. */
                until?: components["parameters"]["Until"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Only these. */
                state?: components["parameters"]["State"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
                /** @description Only what this one did, as entries show it: `person:7`. */
                actor?: components["parameters"]["Actor"];
                /** @description Only this: `api_key.revoked`. */
                action?: components["parameters"]["Action"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
                /** @description Only what this one did, as entries show it: `person:7`. */
                actor?: components["parameters"]["Actor"];
                /** @description Only this: `api_key.revoked`. */
                action?: components["parameters"]["Action"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
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
             *     `mail_not_offered`: This service sends no mails, so nobody can sign in by a code.
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
             * @description `rate_limited`: Too many codes were asked for from your address. Try again later.
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
                /** @description Your name for the request; the response repeats it. */
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
             *     `wrong_code`: This is not the code, or it is too old, was used, or belongs to another browser.
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
                /** @description Your name for the request; the response repeats it. */
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
             * @description `operator_network`: Operators work from certain networks alone, and your address is in none of them.
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
            /** @description `link_expired`: This link was used before, or is too old. Ask for a new one. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
             *     `challenge_expired`: This took too long, was used before, or belongs to another browser. Begin again.
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
             * @description `identity_not_proven`: The identity provider has not confirmed who you are. Begin again.
             *
             *     `sign_in_required`: Nobody is signed in. Sign in, then try again.
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
             * @description `email_not_verified`: The identity provider does not vouch for your email, by which you would be found here.
             *
             *     `not_invited`: Whom the identity provider names is no operator here, and is not invited. Ask an owner of the service.
             *
             *     `linked_otherwise`: Your email is an operator's whom the identity provider knows as somebody else. Have the sign-in reset.
             *
             *     `operator_network`: Operators work from certain networks alone, and your address is in none of them.
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
            /** @description `invalid_passkey`: This passkey does not sign in here. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
             * @description `too_many_passkeys`: A person has 10 passkeys at most. Remove one first.
             *
             *     `passkey_known`: This authenticator has a passkey here already.
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
                /** @description Your name for the request; the response repeats it. */
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
            /** @description `too_many_passkeys`: A person has 10 passkeys at most. Remove one first. */
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
                /** @description Your name for the request; the response repeats it. */
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
            /** @description `passkey_needed`: Operators sign in by passkey: add another one before you remove the last. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
            /** @description `sign_in_required`: Nobody is signed in. Sign in, then try again. */
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
            /** @description `already_member`: This email works here already, or is invited already. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
             *     `account_manager_needed`: This sign-in is not your organisation's alone. Ask an account manager of the service to reset it.
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The organisation. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
