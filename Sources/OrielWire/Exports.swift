// Code that decodes a message needs its values.
@_exported import OrielMessages
