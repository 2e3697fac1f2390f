// Shows at once what a Stance would do to the unit's Initiative and to its place
// among the player's units. The numbers stand at the choices already.

export function tryStances(form, readout) {
  if (!form || !readout) return;
  const score = readout.querySelector("[data-score]");
  const term = readout.querySelector("[data-stance-term]");
  const place = readout.querySelector("[data-place-text]");
  const band = readout.querySelector("[data-band-text]");
  const trying = readout.querySelector("[data-trying]");
  const stands = form.querySelector("input[name=stance]:checked");

  form.addEventListener("change", (event) => {
    const choice = event.target.closest("input[name=stance]");
    if (!choice) return;
    score.textContent = choice.dataset.score;
    place.textContent = choice.dataset.place;
    band.textContent = choice.dataset.band;
    trying.hidden = choice === stands;
    if (term) term.textContent = choice.dataset.term;
    readout.classList.toggle("trying", choice !== stands);
  });
}
