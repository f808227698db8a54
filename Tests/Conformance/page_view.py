"""A person's view of a document, and the events for the person's acts. Any client needs this much to draw a document."""


class View:
    """A window's document, with the shared documents that it contains."""

    def __init__(self, document, shared=None):
        self.document = document
        self.models = dict(document["models"])
        self.roots = {name: state["root"] for name, (_, state) in (shared or {}).items()}
        for _, state in (shared or {}).values():
            self.models |= state["models"]

    # Layers: the window's contents, then each layer above them

    @property
    def layers(self):
        """Pairs of the presenting model and what it presents; the first is the window itself."""
        layers = [(None, {"model": self.document["root"]})]
        while "model" in layers[-1][1]:
            presenters = [name for name in self.below(layers[-1][1]["model"], self.children) if "presented" in self.models[name]]
            if not presenters:
                break
            assert len(presenters) == 1, "one presentation chain in a window"
            layers.append((presenters[0], self.models[presenters[0]]["presented"]))
        return layers

    @property
    def visible(self):
        """The models that are drawn in the topmost layer that has any, parents first."""
        model = [layer["model"] for _, layer in self.layers if "model" in layer][-1]
        return self.below(model, self.shown)

    def below(self, model, children):
        return [model] + [name for child in children(self.models[model]) for name in self.below(child, children)]

    def children(self, model):
        entries = {"stack": "path", "tabs": "tabs"}.get(model["kind"])
        return [entry["model"] for entry in model[entries]] if entries else self.shown(model)

    def shown(self, model):
        match model["kind"]:
            case "stack":
                return [model["path"][-1]["model"]]
            case "tabs":
                return [tab["model"] for tab in model["tabs"] if tab["id"] == model["selected"]]
            case "switched":
                return [model["child"]]
            case "split":
                return [model[side] for side in ("sidebar", "detail") if side in model]
            case "shared":
                return [self.roots[model["document"]]]
            case "custom":
                return model.get("children", [])
            case "screen":
                return []
        raise AssertionError(f"no model is of kind {model['kind']}")

    def last(self, kind):
        """The innermost visible model of a kind."""
        return [name for name in self.visible if self.models[name]["kind"] == kind][-1]

    # Elements of the topmost layer

    @property
    def elements(self):
        """Pairs of the model and the element."""
        if "model" not in self.layers[-1][1]:
            return []
        return [(name, element) for name in self.visible for element in within(
            self.models[name].get("toolbar", []) + self.models[name].get("body", []))]

    def element(self, name):
        """The element with this id or, if there is none, with this text."""
        named = ([pair for pair in self.elements if pair[1].get("id") == name]
                 or [pair for pair in self.elements if "id" in pair[1] and name in read(pair[1])])
        assert len(named) == 1, f"{len(named)} elements are called {name!r}"
        return named[0]

    @property
    def text(self):
        top = self.layers[-1][1]
        inline = [top[part] for part in ("title", "message") if part in top]
        return inline + [action["label"] for action in top.get("actions", [])] + [
            text for _, element in self.elements for text in read(element)]


def within(elements):
    for element in elements:
        yield element
        yield from within(element.get("children", []) + element.get("contextMenu", []))


def read(element):
    """The text on an element."""
    texts = [element[part] for part in ("label", "title", "text", "header", "footer") if part in element]
    return [text if isinstance(text, str) else "".join(run["text"] for run in text) for text in texts]


def event_of(step, view):
    """The event for a step of a walk: its model, element, name and value."""
    match step:
        case {"tap": name}:
            return element_event(view, name, "tap")
        case {"type": text, "into": name}:
            return element_event(view, name, "input", text)
        case {"change": name, "to": value}:
            return element_event(view, name, "change", value)
        case {"toggle": name}:
            return element_event(view, name, "change", not view.element(name)[1].get("value", False))
        case {"submit": name}:
            return element_event(view, name, "submit")
        case {"choose": label}:
            presenter, layer = view.layers[-1]
            action = next(action["id"] for action in layer["actions"] if action["label"] == label)
            return {"model": presenter, "name": "action", "value": {"id": action}}
        case {"back": depth}:
            return {"model": view.last("stack"), "name": "back", "value": {"depth": depth}}
        case {"selectTab": tab}:
            return {"model": view.last("tabs"), "name": "selectTab", "value": {"id": tab}}
        case {"dismiss": "top"}:
            presenter, layer = view.layers[-1]
            return {"model": layer.get("model", presenter), "name": "dismiss", "value": {}}
        case {"event": event}:
            model = next(name for name, model in view.models.items() if model.get("type") == event["model"]["type"])
            return {**event, "model": model}
    raise AssertionError(f"no step is {step}")


def element_event(view, name, event, value=None):
    model, element = view.element(name)
    return {"model": model, "element": element["id"], "name": event} | ({} if value is None else {"value": value})
