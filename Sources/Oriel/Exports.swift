// Documents, patches, payloads and the properties of components are JSON values: whoever imports Oriel can name them.
@_exported import OrielDocument

// Objects that windows share are `@Observable`.
@_exported import Observation
