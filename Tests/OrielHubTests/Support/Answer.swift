/// What a hub has answered, at once or later.
final class Answer<Value> {
  var value: Value?
}
