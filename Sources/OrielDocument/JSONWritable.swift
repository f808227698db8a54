/// A value that writes itself as JSON, such as a document that exists only while it is written.
package protocol JSONWritable {
  func write(to writer: inout JSONWriter)
}

extension JSONValue: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension Patch: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.write(self) }
}
