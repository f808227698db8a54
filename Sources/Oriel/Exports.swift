// Documents, patches, payloads and the properties of components are JSON values, so code that imports Oriel can name
// them.
@_exported import OrielDocument

// Objects that windows share are `@Observable`, so apps need its module.
@_exported import Observation
