// SPDX-License-Identifier: Apache-2.0
// Plays the steps: each recording's drawing has them as elements of class "step", whose data-
// attributes are their counts. The address may name one: page.html#step=3.
"use strict";

(function () {
    const slider = document.getElementById("slider");
    const position = document.getElementById("position");
    const play = document.getElementById("play");
    const sections = Array.from(document.querySelectorAll("section"));
    const last = Number(slider.max);
    let timer = null;

    // A line of the kernel is lit up where the step does all that its comment names, "load/fetch"
    // either of the two; a barrier where the line before it is.
    function lightLines(section, kinds) {
        let isLit = false;
        section.querySelectorAll("pre code").forEach(function (line) {
            const own = line.dataset.kinds.split(/\s+/).filter(Boolean);
            const isDone = own.length > 0 &&
                own.every(function (kind) {
                    return kind.split("/").some(function (name) { return kinds.includes(name); });
                });
            if (own.length > 0 && own[0] !== "barrier")
                isLit = isDone;
            line.classList.toggle("lit", isDone && isLit);
        });
    }

    // Recordings with fewer steps stay at their last one.
    function showIn(section, index) {
        const steps = Array.from(section.querySelectorAll(".step"));
        const now = steps[Math.min(index, steps.length - 1)];
        steps.forEach(function (step, i) {
            step.classList.toggle("later", i > index);
            step.classList.toggle("now", step === now);
        });
        section.querySelectorAll("td[data-count]").forEach(function (cell) {
            cell.textContent = now.getAttribute("data-" + cell.dataset.count);
        });
        lightLines(section, now.dataset.kinds.split(" "));
        section.querySelector("th.now").textContent =
            "step " + now.dataset.step + ": " + now.dataset.what;
        return now;
    }

    function show(index) {
        slider.value = index;
        position.textContent = (Number(index) + 1) + " of " + (last + 1);
        return sections.map(function (section) { return showIn(section, Number(index)); });
    }

    function go(index) {
        const shown = show(Math.max(0, Math.min(last, index)));
        history.replaceState(null, "", "#step=" + slider.value);
        shown[0].scrollIntoView({ block: "nearest" });
    }

    function stop() {
        clearInterval(timer);
        timer = null;
        play.textContent = "Play";
    }

    function toggle() {
        if (timer !== null) {
            stop();
            return;
        }
        if (Number(slider.value) === last)
            go(0);
        play.textContent = "Pause";
        timer = setInterval(function () {
            go(Number(slider.value) + 1);
            if (Number(slider.value) === last)
                stop();
        }, 1200);
    }

    function showAddressed() {
        const named = /^#step=(\d+)$/.exec(location.hash);
        show(named === null ? last : Math.min(last, Number(named[1])));
    }

    const keys = {
        ArrowLeft: function () { go(Number(slider.value) - 1); },
        ArrowRight: function () { go(Number(slider.value) + 1); },
        " ": toggle
    };

    slider.addEventListener("input", function () { stop(); go(Number(slider.value)); });
    play.addEventListener("click", toggle);
    document.getElementById("back").addEventListener("click", keys.ArrowLeft);
    document.getElementById("forth").addEventListener("click", keys.ArrowRight);
    document.addEventListener("keydown", function (event) {
        if (event.target.tagName === "BUTTON" || event.target === slider || !keys[event.key])
            return;
        event.preventDefault();
        keys[event.key]();
    });
    window.addEventListener("hashchange", showAddressed);
    showAddressed();
}());
