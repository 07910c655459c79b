<?php
// Sells two tickets of a new competition: php sell-a-ticket.php, with RAFFLE_API_KEY and RAFFLE_BASE_URL.
declare(strict_types=1);

// A write has one Idempotency-Key over all tries, so that it has its effect once.
function call(string $method, string $path, ?array $body = null): array
{
    $headers = ['Authorization: Bearer ' . getenv('RAFFLE_API_KEY'), 'Content-Type: application/json'];
    if ($method !== 'GET') {
        $headers[] = 'Idempotency-Key: ' . bin2hex(random_bytes(16));
    }
    $options = ['method' => $method, 'header' => $headers, 'timeout' => 30, 'ignore_errors' => true, 'follow_location' => 0];
    if ($body !== null) {
        $options['content'] = json_encode($body, JSON_THROW_ON_ERROR);
    }
    $context = stream_context_create(['http' => $options]);
    for ($try = 1; ; $try++) {
        $stream = @fopen(getenv('RAFFLE_BASE_URL') . $path, 'r', false, $context);
        $lines = $stream ? stream_get_meta_data($stream)['wrapper_data'] : [];
        $status = (int) (explode(' ', $lines[0] ?? '')[1] ?? 0);
        $answer = $stream ? json_decode((string) stream_get_contents($stream), true) : null;
        if ($status >= 200 && $status < 300) {
            return $answer['data'] ?? [];
        }
        if ($try === 3 || !in_array($status, [0, 429, 502, 503, 504], true)) {
            fwrite(STDERR, "$method $path: $status " . ($answer['error'] ?? 'no answer') . "\n");
            exit(1);
        }
        sleep($try);
    }
}

$time = fn (string $when): string => gmdate('Y-m-d\TH:i:s\Z', strtotime($when));
$prize = call('POST', '/api/v1/prizes', ['name' => 'Road bike', 'category' => 'bike', 'retailValueUSDCents' => 320000]);
$competition = call('POST', '/api/v1/competitions', [
    'prizeId' => $prize['id'],
    'title' => 'Win a road bike',
    'ticketPriceUSDCents' => 2500,
    'maxTickets' => 1000,
    'startDate' => $time('-1 day'),
    'endDate' => $time('+1 day'),
]);
call('PATCH', "/api/v1/competitions/{$competition['id']}", ['status' => 'active']);
$buyer = ['email' => 'buyer@example.com'];
$order = ['competitionId' => $competition['id'], 'quantity' => 2, 'buyer' => $buyer];
$session = call('POST', '/api/v1/checkout/sessions', $order);
// A buyer pays at $session['payment']['redirectUrl']. Outside production the simulated provider does it at once.
call('POST', "/sandbox/payments/{$session['id']}", ['outcome' => 'paid']);
do {
    sleep(1);
    $status = call('GET', "/api/v1/checkout/sessions/{$session['id']}");
} while (!$status['ticketsIssued'] && $status['status'] !== 'failed');
echo 'tickets ' . implode(', ', $status['ticketNumbers']) . "\n";
