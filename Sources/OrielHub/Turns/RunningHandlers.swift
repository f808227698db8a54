/// The running handlers of events, for which an ending server waits.
package struct RunningHandlers {
  package private(set) var count = 0

  mutating func began() { count += 1 }
  mutating func ended() { count -= 1 }
}
