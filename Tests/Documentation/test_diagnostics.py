"""The compiler's messages to an author who writes code for another framework. The tests read the results of the last
`swift build`.
"""

import re
import subprocess

import pytest
from documentation import MODULES

PLUGIN = MODULES.parent / "OrielMacros-tool"
ERROR = re.compile(r"^(?:(?P<file>.*\.swift)|macro expansion .*):\d+:\d+: error: (?P<text>.*)$")
MISTAKE = re.compile(r"Mistake(\d+)\.swift")


def errors(sources, folder):
    """The errors of each source without their places. Each source is compiled as a file of its own that imports Oriel."""
    files = [folder / f"Mistake{number}.swift" for number in range(len(sources))]
    for number, (file, source) in enumerate(zip(files, sources)):
        text = source.replace("Mistaken", f"Mistaken{number}")
        file.write_text(f"import Oriel\n{text}\n", encoding="utf-8")
    done = subprocess.run(
        ["swiftc", "-typecheck", "-wmo", "-parse-as-library", "-swift-version", "6", "-enable-upcoming-feature",
         "NonisolatedNonsendingByDefault", "-I", MODULES, "-load-plugin-executable", f"{PLUGIN}#OrielMacros", *files],
        capture_output=True, text=True)
    found = [[] for _ in files]
    expanded = None
    for line in done.stderr.splitlines():
        if error := ERROR.match(line):
            expanded = None if error["file"] else error["text"]
            if error["file"]:
                found[int(MISTAKE.search(error["file"])[1])].append(error["text"])
        elif expanded and (place := MISTAKE.search(line)):
            found[int(place[1])].append(expanded)
            expanded = None
    assert any(found) or done.returncode == 0, done.stderr
    return found


def screen(view, members="var isShown = false; var draft: String?; var word = \"\""):
    """A model that shows this view."""
    return f"@NavigationModel final class Mistaken {{ {members}; init() {{}}\nvar body: some View {{ {view} }} }}"


def start(statement, members="var isShown = false"):
    """A model that runs this statement when it starts."""
    return (f"@NavigationModel final class Mistaken {{ {members}; init() {{}}\nfunc start() {{ {statement} }}\n"
            'var body: some View { Text("") } }')


def model(member):
    """A model that has this member."""
    return f'@NavigationModel final class Mistaken {{ {member}; init() {{}}\nvar body: some View {{ Text("") }} }}'


def with_other(source):
    """The source beside a second model, `MistakenOther`."""
    return f'{source}\n@NavigationModel final class MistakenOther {{ init() {{}}\nvar body: some View {{ Text("") }} }}'


def app(scene):
    """An app with this scene."""
    return f"struct MistakenApp: WindowApp {{ var body: some Scene {{ {scene} }} }}"


# The author's code, and the part of its only error that says what to write instead.
MISTAKES = [
    # A view that presents, or has a life cycle of its own.
    (screen('Text("").sheet(isPresented: bind(\\.isShown)) { Text("") }'),
     "present(isPresented: \\.property) { .sheet(…) }"),
    (screen('Text("").alert("", isPresented: bind(\\.isShown)) { Button("") {} }'),
     "self.present(.alert(AlertState(…)"),
    (screen('Text("").onAppear {}'), "func start()"),
    (screen('Text("").onDisappear {}'), "func didDisappear()"),
    (screen('Text("").task {}'), "task { … }"),
    (screen('Text("").onChange(of: isShown) {}'), "observe { … }"),
    (screen('Text("").onTapGesture {}'), "write a Button"),
    (screen('Text("").padding(8)'), "the client decides spacing"),
    (screen('Text("").frame(width: 8)'), "the client lays out"),
    (screen('NavigationStack { Text("") }'), ".stacked(HomeModel())"),
    (screen('TabView { Text("") }'), ".tabbed([TabModel(…)])"),
    (screen('Text("").swipeActions { Button("") {} }'), ".contextMenu { … }"),
    (screen('Text("").refreshable {}'), "a body shows every change at once"),
    (screen('Text("").foregroundStyle(.red)'), "write '.danger'"),
    (screen('Text("").environmentObject(self)'), "environment(for:)"),
    # Elements that are created differently.
    (screen('NavigationLink("x", value: 1)'), "NavigationLink(title, to: destination)"),
    (screen('NavigationLink("x") { Text("") }'), "NavigationLink(title, to: destination)"),
    (screen('NavigationLink(value: 1) { Text("") }'), "NavigationLink(to: destination) { … }"),
    (screen('Toggle(isOn: bind(\\.isShown)) { Text("") }'), "Toggle(title, isOn: …)"),
    (screen('TextField("x", text: bind(\\.draft))'), "if let text = Binding(bind(\\.draft))"),
    (screen('DatePicker("x", selection: bind(\\.word))'), "make the property a 'CalendarDate'"),
    (screen('Table([Row()], sortOrder: bind(\\.word)) { TableColumn("x", value: \\.id) }',
            'struct Row: Identifiable { let id = "" }; var word = ""'), "bind it to a '[TableSort]'"),
    # Models that would show views, and the verbs of other libraries.
    (start('push(Text("x"))'), "push a model"),
    (start('present(.sheet { Text("x") })'), "give it a model"),
    (start('present(.sheet(Text("x")))'), "give it a model"),
    (start('present(isPresented: \\.isShown) { .sheet { Text("x") } }'), "give it a model"),
    (start("stackAppend(self)"), "push(_:)"),
    (start("execute(.stackAppend(self))"), "push(_:)"),
    (start("stackDropLast()"), "pop(_:)"),
    (start("stackDropToRoot()"), "popToRoot()"),
    (start("tabsSelectItem(id: \"a\")"), "selectTab(_:)"),
    (start("dismissJustFromPresented()"), "dismissSelf()"),
    (start("navigate(trigger: bind(\\.isShown), destination: Mistaken.Place.a)",
           "var isShown = false; enum Place: NavigationDestination { case a; "
           "func makeModel() -> any NavigationModel { Mistaken() } }"),
     "navigate(when: \\.property, to: destination)"),
    (start("pop(last: 2)"), "pop(exactly:)"),
    (start("dismissAnyChildren()"), "dismissDescendants()"),
    (start('showView("a")'), "push(model, on: name)"),
    (start('hideView("a")'), "popTo(named:)"),
    (start("hideTopView()"), "back()"),
    (start("dismissPresentationOrDisplay()"), "dismiss()"),
    # Modifiers and values that the environment lacks.
    (model("final class Service {}; @Environment(\\.service) var service: Service"), "@Environment(Service.self)"),
    (model("@Environment(\\.service) var service"), "@Environment(Service.self)"),
    (model("@Environment(\\.dismiss) var dismiss"), "self.dismissSelf()"),
    (model("@Environment(\\.openWindow) var openWindow"), "self.openWindow(id)"),
    (model("@Environment(\\.scenePhase) var scenePhase"), "@Environment(\\.isVisible)"),
    # State.
    (model("@State var name = 1"), "remove '@State'"),
    (model("@Published var name = 1"), "remove '@Published'"),
    (model("@StateObject var name = 1"), "remove '@StateObject'"),
    (model("final class Store {}; @EnvironmentObject var store: Store"), "@Environment(Store.self) var store"),
    (model("@AppStorage(\"name\") var name = 1"), "'@SavedState' class"),
    ('struct Mistaken: View { @State private var name = ""; var body: some View { Text(name) } }',
     "'@Binding var name', made by 'bind(\\.name)'"),
    (model("struct Money { var cents = 1 }; var price = Money()"), "make its type Codable, or mark it @Transient"),
    (model("struct Money { var cents = 1 }; var price: Money?"), "make its type Codable, or mark it @Transient"),
    (model("struct Money: Decodable { var cents = 1 }; var price = Money()"), "make its type Codable"),
    (model("struct Money: Encodable { var cents = 1 }; var price = Money()"), "make its type Codable"),
    # A question whose answer could not be received.
    (start('present(.alert(AlertState("") { ButtonState("", action: 1) }))'),
     "make the action of its buttons a 'NavigationMessage & Codable'"),
]

# Several mistakes in one expression, and the part of each error that says what to write instead, in their order.
SHEET, LINK, PADDING, SURFACE = (
    "present(isPresented: \\.property) { .sheet(…) }", "NavigationLink(to: destination) { … }", "the client decides spacing",
    ".style(.card)")
TASK = "write 'task { … }' instead of 'Task { … }'"
LOADING = "var items: [Int] = []; func load() async -> [Int] { [] }"
HELLO = 'struct MistakenHello: View { var body: some View { Text("") } }\n'
TOGETHER = [
    (with_other(screen('Text("").sheet(isPresented: bind(\\.isShown)) { MistakenOther() }')), [SHEET]),
    (with_other(screen('VStack { Text("").sheet(isPresented: bind(\\.isShown)) { MistakenOther() }.padding() }')),
     [SHEET, PADDING]),
    (with_other(screen('Text("").sheet(isPresented: $isShown) { MistakenOther() }')),
     ["write 'bind(\\.isShown)'", "present(isPresented: \\.isShown) { .sheet(…) }", "cannot find '$isShown'"]),
    (with_other(screen('NavigationStack { MistakenOther() }')), [".stacked(HomeModel())"]),
    (with_other(screen('NavigationStack { NavigationLink { MistakenOther() } }')), [".stacked(HomeModel())", LINK]),
    (with_other(screen('NavigationStack { NavigationLink { MistakenOther() } label: { Text("") } }')),
     [".stacked(HomeModel())", LINK]),
    (with_other(screen('NavigationLink("x") { MistakenOther() }')), ["NavigationLink(title, to: destination)"]),
    (with_other(screen('NavigationLink("x", destination: MistakenOther())')), ["NavigationLink(title, to: destination)"]),
    (with_other(screen('NavigationLink("x", to: MistakenOther())')), ["NavigationLink(title, to: destination)"]),
    (screen('Text("").padding().background(Color.red)'), [PADDING, SURFACE]),
    (screen('Text("").padding(.horizontal, 8).frame(maxWidth: .infinity, alignment: .leading).background(.red)'),
     [PADDING, ".style(.fill)", SURFACE]),
    (screen('Text("").background(Color.primary).cornerRadius(8).onAppear {}'),
     [SURFACE, "the client chooses the colours", SURFACE, "func start()"]),
    (HELLO + app('WindowGroup { MistakenHello() }'), ["WindowGroup(\"Title\") { HelloModel() }"]),
    (HELLO + app('WindowGroup { NavigationStack { MistakenHello().padding() } }'),
     ["WindowGroup(\"Title\") { HelloModel() }", ".stacked(HomeModel())", PADDING]),
    (HELLO + app('WindowGroup("x") { MistakenHello().padding() }'), ["give it a model", PADDING]),
    (screen('Text("\\(price, specifier: "%.2f")").padding()', "var price = 1.5"),
     ["Text(price, format: .number.precision(.fractionLength(2)))", PADDING]),
    (screen('Text(price, format: .number.precision(.fractionLength(2))).padding()', "var price = 1.5"),
     ["write 'import Foundation'", PADDING]),
    (screen('TextField("x", value: bind(\\.price), format: .currency(code: "EUR")).padding()', "var price = 1.5"),
     ["write 'import Foundation'", PADDING]),
    (model(f"{LOADING}; func go() {{ Task {{ self.items = await self.load() }} }}"), [TASK]),
    (screen('Button("x") { Task { self.items = await self.load() } }.padding()', LOADING), [TASK, PADDING]),
]

# Mistakes for which the compiler has other errors of its own.
FURTHER = [
    ("struct Editor: NavigationDestination { var onSave: (String) -> Void }\n"
     + start("navigate(to: Editor(onSave: { _ in }))"), "declare the property as 'Callback<Value>'"),
    (screen('TextField("x", text: $word)'), "write 'bind(\\.word)' instead of '$word'"),
    ('final class Mistaken: NavigationModel { var body: some View { Text("") } }',
     "write '@NavigationModel final class …'"),
]

RIGHT = [
    start('present(.alert(AlertState("") { ButtonState("", action: 1) }) { print($0 as Any) })'),
    model("var share = 0; func read(_ share: Binding<Int>) -> Int {"
          "let value: (Binding<Int>) -> Int = { $share in $share.wrappedValue }; return value(share) }"),
    screen('Slider("x", value: bind(\\.share).animation())', "var share = 0.5"),
    "import Foundation\n"
    + screen('Text(price, format: .number.precision(.fractionLength(2))).bold(); Text(Date.now, format: .iso8601); '
             'TextField("x", value: bind(\\.price), format: .currency(code: "EUR")); '
             'TextField("x", value: bind(\\.count), format: .number)', "var price = 1.5; var count: Int?"),
    # Names that other frameworks use and that an app may define.
    "struct State { var isOpen = false }\nfunc close(_ state: inout State) { state.isOpen = false }",
]


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """The errors of all sources above, compiled at once. An import is seen in all files of a module, so those that import
    Foundation are another one."""
    sources = [source for source, _ in MISTAKES + TOGETHER + FURTHER] + RIGHT
    with_foundation = [source for source in sources if "import Foundation" in source]
    others = [source for source in sources if source not in with_foundation]
    return {source: found for group in (others, with_foundation)
            for source, found in zip(group, errors(group, tmp_path_factory.mktemp("mistakes")))}


@pytest.mark.parametrize("source, message", MISTAKES)
def test_a_mistake_is_told_once_with_what_to_write(source, message, told):
    assert len(told[source]) == 1 and message in told[source][0], told[source]


@pytest.mark.parametrize("source, messages", TOGETHER)
def test_each_mistake_of_an_expression_is_told(source, messages, told):
    assert len(told[source]) == len(messages), told[source]
    assert all(message in error for message, error in zip(messages, told[source])), told[source]


@pytest.mark.parametrize("source, message", FURTHER)
def test_a_mistake_that_the_compiler_knows_too_is_told_with_what_to_write(source, message, told):
    assert any(message in error for error in told[source]), told[source]


@pytest.mark.parametrize("source", RIGHT)
def test_what_is_right_is_left_alone(source, told):
    assert told[source] == []
