// The hub speaks with pages in messages.
@_exported import OrielMessages
