/** The application of the page on Python as a whole file. */
import { portOf, type Target } from "./target.ts";

/** @param body what the page of addresses shows: the client and its routes */
export const pythonProgram = (
  target: Target,
  body: string,
): string => `# 1. pip install authlib flask requests
# 2. Save this as app.py.
# 3. CLIENT_SECRET=... python3 app.py
from os import environ
from secrets import token_hex, token_urlsafe

from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session
from markupsafe import escape

app = Flask(__name__)
app.secret_key = token_hex(32)  # to try it: sessions end when the program does
app.config.update(SESSION_COOKIE_NAME="app_session", SESSION_COOKIE_SAMESITE="Lax")

${body}


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=${portOf(target)})`;
