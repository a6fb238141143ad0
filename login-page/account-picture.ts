/** A picture from a file of the device: only a script can read one; the service checks what it is. */
import { find } from "./find.ts";

/** As the service keeps them. */
const MAX_PICTURE_BYTES = 65_536;

const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });

async function upload(field: HTMLInputElement): Promise<boolean> {
  const [file] = field.files ?? [];
  if (!file || file.size > MAX_PICTURE_BYTES) return false;
  const response = await fetch(field.dataset.upload ?? "", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ image: await dataUrl(file) }),
  });
  return response.ok;
}

export function offerUpload(): void {
  const field = find("profile-picture-file", HTMLInputElement);
  const problem = find("profile-picture-problem", HTMLElement);
  if (!field || !problem) return;
  field.closest<HTMLElement>(".field")?.removeAttribute("hidden");
  const send = () => {
    problem.hidden = true;
    upload(field)
      .catch(() => false)
      .then((done) => {
        if (done) location.reload();
        else {
          problem.hidden = false;
          field.value = "";
        }
      });
  };
  field.addEventListener("change", send);
  // A browser that runs scripts shows the field before this one is there.
  if (field.files?.length) send();
}
