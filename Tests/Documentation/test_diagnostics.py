"""What the compiler says to an author who writes what SwiftUI would take. It reads what the last `swift build` has left."""

import subprocess

import pytest
from documentation import MODULES

PLUGIN = MODULES.parent / "OrielMacros-tool"


def errors(source, folder):
    """The errors of a file that imports Oriel, without their places."""
    file = folder / "Mistake.swift"
    file.write_text(f"import Oriel\n{source}\n", encoding="utf-8")
    done = subprocess.run(
        ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-enable-upcoming-feature",
         "NonisolatedNonsendingByDefault", "-I", MODULES, "-load-plugin-executable", f"{PLUGIN}#OrielMacros", file],
        capture_output=True, text=True)
    lines = [line for line in done.stderr.splitlines() if line.startswith(str(file)) and ": error: " in line]
    assert lines or done.returncode == 0, done.stderr
    return [line.partition(": error: ")[2] for line in lines]


def screen(view):
    """A model that shows this, for as long as there is something to show."""
    return f"@NavigationModel final class Mistaken {{ var isShown = false\nvar body: some View {{ {view} }} }}"


@pytest.mark.parametrize("view, told", [
    ('Text("").sheet(isPresented: bind(\\.isShown)) { Text("") }', "present(isPresented: \\.property) { .sheet(…) }"),
    ('Text("").alert("", isPresented: bind(\\.isShown)) { Button("") {} }', "self.present(.alert(AlertState(…)"),
    ('Text("").onAppear {}', "func start()"),
    ('Text("").onDisappear {}', "func didDisappear()"),
    ('Text("").task {}', "task { … }"),
    ('Text("").onChange(of: isShown) {}', "observe { … }"),
    ('Text("").onTapGesture {}', "write a Button"),
    ('Text("").padding(8)', "the client decides spacing"),
    ('Text("").frame(width: 8)', "the client lays out"),
    ('NavigationStack { Text("") }', ".stacked(HomeModel())"),
    ('TabView { Text("") }', ".tabbed([TabModel(…)])"),
])
def test_what_swiftui_says_on_a_view_is_said_where_it_went(view, told, tmp_path):
    found = errors(screen(view), tmp_path)
    assert len(found) == 1 and "is unavailable" in found[0] and told in found[0]


def test_a_class_without_a_macro_is_told_which(tmp_path):
    found = errors('final class Mistaken: NavigationModel { var body: some View { Text("") } }', tmp_path)
    assert any("write '@NavigationModel final class …'" in error for error in found)


def test_a_question_whose_answer_nobody_could_hear_is_told_of(tmp_path):
    question = 'AlertState("") { ButtonState("", action: Answer.yes) }'
    source = f"enum Answer {{ case yes }}\nfunc ask(_ model: some NavigationModel) {{ model.present(.alert({question})) }}"
    assert ["make the action of its buttons a 'NavigationMessage & Codable'" in error for error in errors(
        source, tmp_path)] == [True]
    assert errors(source.replace("}))", "}) { print($0 as Any) })"), tmp_path) == []
