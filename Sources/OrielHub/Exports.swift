// The hub speaks with pages in messages.
@_exported import OrielMessages
import Oriel

// What sends bodies names them without knowing apps.
package typealias BodySource = Oriel.BodySource
package typealias BodyPiece = Oriel.BodyPiece
package typealias WorkPayer = Oriel.WorkPayer
