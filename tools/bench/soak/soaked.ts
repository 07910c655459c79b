// The service as the soak runs it, in one program: for tests, which bundle it.
import "./inside.ts";
import "../../../app/main.ts";
