/// The version of this package, which servers, pages and the operators' program say.
package enum PackageVersion {
  package static let current = "0.1.0"
}
