import Oriel

/// The pages that are not windows: for signing in and signing out.
struct SignInPage {
  let texts: PageTexts

  /// A text for the page. Translators may write anything.
  private func say(_ key: LocalizedStringKey) -> String { texts(key).escapedForHTML }

  /// - Parameter caller: The refused caller, whose page says why.
  func form(next: String, refusing caller: Caller = .nobody) -> HTTPResponse {
    let (status, message) = answer(to: caller)
    var response = form(status, next: next, saying: message)
    switch caller {
    case .throttled(let seconds): response.headers["retry-after"] = "\(seconds)"
    case .unavailable: response.headers["retry-after"] = "5"
    default: response.headers["www-authenticate"] = "Bearer"
    }
    return response
  }

  /// - Parameter use: Why the link doesn't sign in.
  func form(afterLink use: SignInLink.Use) -> HTTPResponse {
    let reason =
      switch use {
      case .used: "This link has been used: it works once."
      case .expired: "This link has expired: it works for 15 minutes."
      case .accepted, .unknown: "This is not the link that the terminal shows."
      }
    return form(
      use == .unknown ? 401 : 410, next: "/admin",
      saying: "\(reason) Sign in with the admin token, or restart the server for a new link.")
  }

  private func form(_ status: Int, next: String, saying message: String) -> HTTPResponse {
    page(
      status, title: say("Sign in"), action: "/sign-in", button: say("Sign in"), next: next,
      content: """
        <p>\(say("With the token that you were given."))</p>
        <label>\(say("Token")) <input type="password" name="token" required autofocus autocomplete="current-password" spellcheck="false"></label>
        \(message.isEmpty ? "" : "<p role=\"alert\">\(message)</p>")
        """)
  }

  /// A sign-in that has not worked, and may be begun again.
  func again(_ status: Int, _ message: LocalizedStringKey, next: String) -> HTTPResponse {
    page(status, title: say("Sign in"), saying: say(message), next: next)
  }

  /// Where a browser is that has signed out, and would be signed in again elsewhere.
  func signedOut(next: String) -> HTTPResponse {
    page(200, title: say("Signed out"), saying: say("You are signed out."), next: next)
  }

  /// A link, because a form may not lead on to another server.
  private func page(_ status: Int, title: String, saying message: String, next: String) -> HTTPResponse {
    page(
      status, title: title,
      content: """
        <div class="form">
        <h1>\(title)</h1>
        <p role="alert">\(message)</p>
        <a class="button" href="\(Self.address(next: next).escapedForHTML)">\(say("Sign in"))</a>
        </div>
        """)
  }

  func signOut(next: String) -> HTTPResponse {
    signOut(
      200, next: next,
      content:
        "<p>\(say("You will be signed out on every device. Your windows are kept for when you sign in again."))</p>")
  }

  /// The sign-out holds, but could not be stored.
  func signOutAgain(next: String) -> HTTPResponse {
    var page = signOut(
      503, next: next,
      content: "<p role=\"alert\">\(say("The sign-out can’t be stored right now. Try again in a moment."))</p>")
    page.headers["retry-after"] = "5"
    return page
  }

  private func signOut(_ status: Int, next: String, content: String) -> HTTPResponse {
    page(
      status, title: say("Sign out"), action: "/sign-out", button: say("Sign out"), next: next, content: content)
  }

  private func answer(to caller: Caller) -> (status: Int, message: String) {
    switch caller {
    case .nobody, .user: (401, "")
    case .expired: (401, say("This token has expired. Ask for a new one."))
    case .refused: (401, say("This token is not valid."))
    case .throttled(let seconds):
      (
        429,
        seconds == 1
          ? say("Too many attempts. Try again in 1 second.")
          : say("Too many attempts. Try again in \(seconds) seconds.")
      )
    case .unavailable: (503, say("Tokens can't be verified right now. Try again in a moment."))
    }
  }

  private func page(
    _ status: Int, title: String, action: String, button: String, next: String, content: String
  ) -> HTTPResponse {
    page(
      status, title: title,
      content: """
        <form method="post" action="\(action)">
        <h1>\(title)</h1>
        \(content)
        <input type="hidden" name="next" value="\(Self.ownPath(next).escapedForHTML)">
        <button class="button">\(button)</button>
        </form>
        """)
  }

  private func page(_ status: Int, title: String, content: String) -> HTTPResponse {
    let html = """
      <!doctype html>
      <html lang="\(texts.language.escapedForHTML)"\(Localization.isRightToLeft(texts.language) ? " dir=\"rtl\"" : "")>
      <head>
      <meta charset="utf-8">
      <title>\(title)</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex">
      <link rel="icon" href="/client/icon.svg">
      <link rel="stylesheet" href="/client/style.css">
      <link rel="stylesheet" href="/client/sign-in.css">
      </head>
      <body class="sign-in">
      <main>
      \(content)
      </main>
      </body>
      </html>

      """
    return HTTPResponse(
      status: status,
      headers: [
        "content-type": "text/html; charset=utf-8", "cache-control": "no-store",
        // The page has only the form: no scripts, and it can't be framed.
        "content-security-policy":
          "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      ],
      body: Array(html.utf8))
  }

  static func address(next: String) -> String { "/sign-in?next=\(PercentEncoding.encode(ownPath(next)))" }

  /// Restricts a path to this server: `//host` and `/\host` would lead to others.
  static func ownPath(_ path: String?) -> String {
    guard let bytes = path?.utf8, bytes.first == UInt8(ascii: "/"), bytes.count <= 2048,
      bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
      bytes.dropFirst().first != UInt8(ascii: "/")
    else { return "/" }
    return path ?? "/"
  }
}

extension String {
  /// The text as content of an element or an attribute.
  package var escapedForHTML: String {
    unicodeScalars.reduce(into: "") { html, scalar in
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      default: html.unicodeScalars.append(scalar)
      }
    }
  }
}
