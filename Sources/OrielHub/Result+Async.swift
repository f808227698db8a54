extension Result {
  /// The result of a body that returns or throws.
  package init(_ body: nonisolated(nonsending) () async throws(Failure) -> Success) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
