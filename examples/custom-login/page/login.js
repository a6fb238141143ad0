// The page's only script. The SDK comes from the login that it belongs to, so the two always fit.
import { createLogin, LoginError } from "/login/auth/sdk.js";

const login = createLogin();
const form = document.querySelector("#password");
const error = document.querySelector("#error");
const providers = document.querySelector("#providers");

/** Runs one way of signing in, then leaves; what went wrong is shown in words for people. */
async function attempt(signIn) {
  error.textContent = "";
  const controls = document.querySelectorAll("button");
  for (const control of controls) control.disabled = true;
  try {
    await signIn();
    login.finish();
  } catch (cause) {
    if (!(cause instanceof LoginError)) throw cause;
    error.textContent = cause.credentials ? "Name or password is not right." : cause.message;
  } finally {
    for (const control of controls) control.disabled = false;
  }
}

try {
  const { provider, disable_remember_me, error: told } = await login.methods();
  if (told) error.textContent = told;
  form.remember.parentElement.hidden = disable_remember_me === true;
  const rememberMe = () => form.remember.checked;

  const [own] = provider.password ?? [];
  form.hidden = own === undefined;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { username, password } = form;
    const input = {
      username: username.value,
      password: password.value,
      rememberMe: rememberMe(),
    };
    attempt(() => login.password(own, input));
  });

  for (const link of provider.code ?? []) {
    const button = document.createElement("button");
    button.textContent = `Come in with ${link.name}`;
    // In the click itself: browsers block windows that open later.
    button.addEventListener("click", () =>
      attempt(() => login.code(link, { rememberMe: rememberMe() })),
    );
    providers.append(button);
  }
} catch (cause) {
  if (!(cause instanceof LoginError)) throw cause;
  error.textContent = cause.message;
}
