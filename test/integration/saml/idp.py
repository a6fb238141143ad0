"""A SAML 2.0 identity provider of another code base (pysaml2, xmlsec1), for tests.

    idp.py BASE_URL KEY_FILE CERTIFICATE_FILE

GET /metadata is its metadata. POST /setup takes JSON: the metadata of the service provider, what is
signed, and attributes of the person that change. GET /sso takes a request and answers with the page that posts the response back.
"""
import html
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import saml2.entity
import saml2.sigver
from saml2 import BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import AUTHN_PASSWORD_PROTECTED, NAMEID_FORMAT_PERSISTENT
from saml2.server import Server
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

BASE, KEY, CERTIFICATE = sys.argv[1:4]
PERSON = {
    "mail": ["ada@example.com"],
    "displayName": ["Ada Lovelace"],
    "givenName": ["Ada"],
    "sn": ["Lovelace"],
    "eduPersonAffiliation": ["staff", "member"],
}
setup = {"metadata": None, "response": False, "assertion": True, "encrypt": ""}
plain_part = saml2.entity.pre_encryption_part
plain_encrypt = saml2.sigver.CryptoBackendXmlSec1.encrypt_assertion


def config(metadata):
    loaded = {
        "entityid": f"{BASE}/metadata",
        "key_file": KEY,
        "cert_file": CERTIFICATE,
        "xmlsec_binary": "/usr/bin/xmlsec1",
        "signing_algorithm": SIG_RSA_SHA256,
        "digest_algorithm": DIGEST_SHA256,
        "service": {
            "idp": {
                "endpoints": {
                    "single_sign_on_service": [(f"{BASE}/sso", BINDING_HTTP_REDIRECT)]
                },
                "name_id_format": [NAMEID_FORMAT_PERSISTENT],
                "policy": {"default": {"lifetime": {"minutes": 5}}},
            }
        },
    }
    if metadata:
        loaded["metadata"] = {"inline": [metadata]}
    return IdPConfig().load(loaded)


def encrypt_with(cipher):
    """Every assertion from now on by this cipher: its URI, and its key as xmlsec1 calls it."""
    uri, session_key = cipher
    saml2.entity.pre_encryption_part = lambda **more: plain_part(msg_enc=uri, **more)
    saml2.sigver.CryptoBackendXmlSec1.encrypt_assertion = (
        lambda self, statement, enc_key, template, key_type=None, *more:
        plain_encrypt(self, statement, enc_key, template, session_key, *more)
    )


def answer(query):
    if setup["encrypt"]:
        encrypt_with(setup["encrypt"])
    request = server.parse_authn_request(query["SAMLRequest"][0], BINDING_HTTP_REDIRECT)
    return str(
        server.create_authn_response(
            PERSON,
            userid="ada",
            authn={"class_ref": AUTHN_PASSWORD_PROTECTED, "authn_auth": BASE},
            sign_response=setup["response"],
            sign_assertion=setup["assertion"],
            sign_alg=SIG_RSA_SHA256,
            digest_alg=DIGEST_SHA256,
            encrypt_assertion=bool(setup["encrypt"]),
            **server.response_args(request.message),
        )
    )


def page(query):
    import base64

    message = base64.b64encode(answer(query).encode()).decode()
    consumer = server.metadata.assertion_consumer_service(
        list(server.metadata.keys())[0],
        "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
    )[0]["location"]
    relay = html.escape(query["RelayState"][0])
    return f"""<!doctype html><title>Identity provider</title>
<form method="post" action="{html.escape(consumer)}">
<input type="hidden" name="SAMLResponse" value="{message}">
<input type="hidden" name="RelayState" value="{relay}">
<button>Sign in as Ada</button></form>"""


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def reply(self, status, kind, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        url = urlsplit(self.path)
        if url.path == "/metadata":
            self.reply(200, "application/samlmetadata+xml", str(entity_descriptor(config(None))))
            return
        try:
            self.reply(200, "text/html", page(parse_qs(url.query)))
        except Exception as error:
            self.reply(500, "text/plain", f"{type(error).__name__}: {error}")

    def do_POST(self):
        global server
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        PERSON.update(asked.pop("attributes", {}))
        setup.update(asked)
        # One server keeps the persistent names that it gave.
        if server is None:
            server = Server(config=config(setup["metadata"]))
        self.reply(200, "text/plain", "ready")


server = None
address = urlsplit(BASE)
print("ready", flush=True)
ThreadingHTTPServer((address.hostname, address.port), Handler).serve_forever()
