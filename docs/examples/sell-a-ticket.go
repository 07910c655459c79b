// Sells two tickets of a new competition: go run sell-a-ticket.go, with RAFFLE_API_KEY and RAFFLE_BASE_URL.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

type object = map[string]any

// call tries three times. A write has one Idempotency-Key over all tries, so that it has its effect once.
func call(method, path string, body object) object {
	name, content := make([]byte, 16), []byte{}
	rand.Read(name)
	if body != nil {
		content, _ = json.Marshal(body)
	}
	for try := 1; ; try++ {
		request, _ := http.NewRequest(method, os.Getenv("RAFFLE_BASE_URL")+path, bytes.NewReader(content))
		request.Header.Set("Authorization", "Bearer "+os.Getenv("RAFFLE_API_KEY"))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", fmt.Sprintf("%x", name))
		status, answer := 0, object{}
		if response, err := (&http.Client{Timeout: 30 * time.Second}).Do(request); err == nil {
			status = response.StatusCode
			_ = json.NewDecoder(response.Body).Decode(&answer)
			response.Body.Close()
		}
		if status >= 200 && status < 300 {
			data, _ := answer["data"].(object)
			return data
		} else if try == 3 || (status != 0 && status != 429 && status < 502) {
			log.Fatalf("%s %s: %d %v", method, path, status, answer["error"])
		}
		time.Sleep(time.Duration(try) * time.Second)
	}
}

func main() {
	day, now := 24*time.Hour, time.Now().UTC().Truncate(time.Second)
	prize := call("POST", "/api/v1/prizes", object{"name": "Road bike", "category": "bike", "retailValueUSDCents": 320000})
	competition := call("POST", "/api/v1/competitions", object{"prizeId": prize["id"], "title": "Win a road bike",
		"ticketPriceUSDCents": 2500, "maxTickets": 1000, "startDate": now.Add(-day), "endDate": now.Add(day)})
	call("PATCH", fmt.Sprintf("/api/v1/competitions/%v", competition["id"]), object{"status": "active"})
	session := call("POST", "/api/v1/checkout/sessions",
		object{"competitionId": competition["id"], "quantity": 2, "buyer": object{"email": "buyer@example.com"}})
	// A buyer pays at session.payment.redirectUrl. Outside production the simulated provider does it at once.
	call("POST", fmt.Sprintf("/sandbox/payments/%v", session["id"]), object{"outcome": "paid"})
	for ; session["ticketsIssued"] != true && session["status"] != "failed"; time.Sleep(time.Second) {
		session = call("GET", fmt.Sprintf("/api/v1/checkout/sessions/%v", session["id"]), nil)
	}
	fmt.Println("tickets", session["ticketNumbers"])
}
