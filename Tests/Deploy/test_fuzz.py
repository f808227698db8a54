"""`deploy/fuzz` runs every target that there is, and each has inputs to begin with."""

import pathlib
import re

ROOT = pathlib.Path(__file__).parents[2]
FUZZING = ROOT / "Tests/Fuzzing"


def test_every_target_is_run_and_has_a_corpus():
    declared = set(re.findall(r'"(\w+)": fuzz\w+', (FUZZING / "Targets.swift").read_text(encoding="utf-8")))
    run = re.findall(r"^  run_all ([a-z ]+?)(?: &)?$", (ROOT / "deploy/fuzz").read_text(encoding="utf-8"), re.MULTILINE)
    corpora = {folder.name for folder in (FUZZING / "Corpus").iterdir() if any(folder.iterdir())}
    assert len(declared) > 5
    assert sorted(" ".join(run).split()) == sorted(declared) == sorted(corpora)
