"""A signer for the keys of a hardware module (PKCS#11), by the protocol of docs/keys.md.

    apt-get install python3-pykcs11
    PKCS11_MODULE=/usr/lib/softhsm/libsofthsm2.so PKCS11_TOKEN=postern PKCS11_PIN=… \
      SIGNER_TOKEN=… SIGNER_KEYS=RS256:hsm-2030,ES256:hsm-2030-es PORT=8085 python3 signer.py

Each key of SIGNER_KEYS is an algorithm and the label of a key pair in the token; the label is its `kid`, too. The first
of an algorithm signs. It listens on this machine alone: run it beside each instance, or put TLS in front of it.
"""

import base64
import hashlib
import hmac
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import PyKCS11

MOST = 64 * 1024
RSA = PyKCS11.Mechanism(PyKCS11.CKM_SHA256_RSA_PKCS, None)
PSS = PyKCS11.RSA_PSS_Mechanism(
    PyKCS11.CKM_SHA256_RSA_PKCS_PSS, PyKCS11.CKM_SHA256, PyKCS11.CKG_MGF1_SHA256, 32
)
ECDSA = PyKCS11.Mechanism(PyKCS11.CKM_ECDSA, None)


def encode(data):
    return base64.urlsafe_b64encode(bytes(data)).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Token:
    """The keys of one token, over one session: modules need not bear more."""

    def __init__(self, module, label, pin, keys):
        self.lock = threading.Lock()
        self.keys = keys
        library = PyKCS11.PyKCS11Lib()
        library.load(module)
        slots = library.getSlotList(tokenPresent=True)
        [slot] = [s for s in slots if library.getTokenInfo(s).label.strip() == label]
        self.session = library.openSession(slot, PyKCS11.CKF_SERIAL_SESSION)
        self.session.login(pin)

    def find(self, kind, label):
        template = [(PyKCS11.CKA_CLASS, kind), (PyKCS11.CKA_LABEL, label)]
        return self.session.findObjects(template)[0]

    def jwk(self, alg, kid):
        key = self.find(PyKCS11.CKO_PUBLIC_KEY, kid)
        if alg == "ES256":
            [point] = self.session.getAttributeValue(key, [PyKCS11.CKA_EC_POINT])
            # An OCTET STRING of the uncompressed point.
            x, y = bytes(point)[-64:-32], bytes(point)[-32:]
            members = {"kty": "EC", "crv": "P-256", "x": encode(x), "y": encode(y)}
        else:
            names = [PyKCS11.CKA_MODULUS, PyKCS11.CKA_PUBLIC_EXPONENT]
            n, e = (bytes(value).lstrip(b"\0") for value in self.session.getAttributeValue(key, names))
            members = {"kty": "RSA", "n": encode(n), "e": encode(e)}
        return {"kid": kid, "alg": alg, **members}

    def list(self):
        with self.lock:
            return [self.jwk(alg, kid) for alg, kid in self.keys]

    def sign(self, alg, kid, data):
        with self.lock:
            key = self.find(PyKCS11.CKO_PRIVATE_KEY, kid)
            if alg == "ES256":
                return self.session.sign(key, hashlib.sha256(data).digest(), ECDSA)
            return self.session.sign(key, data, PSS if alg == "PS256" else RSA)


def is_token_text(data, alg, kid):
    """Nothing but the head and claims of a JWT that names this key: a thief of the token signs nothing else with it."""
    try:
        head, claims = (json.loads(decode(part)) for part in data.decode("ascii").split("."))
        return head["alg"] == alg and head["kid"] == kid and isinstance(claims, dict)
    except (ValueError, KeyError, TypeError):
        return False


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def allowed(self):
        sent = self.headers.get("Authorization", "").encode()
        return hmac.compare_digest(sent, f"Bearer {os.environ['SIGNER_TOKEN']}".encode())

    def do_GET(self):
        if not self.allowed():
            return self.answer(401, {})
        return self.answer(200, {"keys": token.list()}) if self.path == "/keys" else self.answer(404, {})

    def do_POST(self):
        length = int(self.headers.get("Content-Length", "0"))
        if not 0 < length <= MOST:
            self.close_connection = True
            return self.answer(413, {})
        body = self.rfile.read(length)
        if not self.allowed():
            return self.answer(401, {})
        try:
            asked = json.loads(body)
            alg, kid, data = asked["alg"], asked["kid"], decode(asked["data"])
        except (ValueError, KeyError, TypeError):
            return self.answer(400, {})
        if self.path != "/sign" or (alg, kid) not in token.keys:
            return self.answer(404, {})
        if not is_token_text(data, alg, kid):
            return self.answer(400, {})
        return self.answer(200, {"signature": encode(token.sign(alg, kid, data))})

    def log_message(self, format, *args):
        print(self.command, self.path, *args[1:2], flush=True)


keys = [tuple(entry.split(":", 1)) for entry in os.environ["SIGNER_KEYS"].split(",")]
token = Token(os.environ["PKCS11_MODULE"], os.environ["PKCS11_TOKEN"], os.environ["PKCS11_PIN"], keys)
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8085"))), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
