package traceglass.sql.session;

import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.Token;

/// The text being run: the user's text, or a module included by it.
///
/// @param written the user's text
/// @param module name of the module, or null
/// @param index of the user's statement
record ExecutionFrame(String written, String module, int index) {

    /// Creates a problem at a token: its position in the original text, or the include's position and the line in
    /// the module.
    SqlProblem problem(String message, Token at, Throwable cause) {
        String text = message;
        if (module != null) {
            long line = at.source()
                    .substring(0, Math.min(at.start(), at.source().length()))
                    .lines()
                    .count();
            text = "module " + module + ", line " + Math.max(line, 1) + ": " + message;
        }
        return SqlProblem.at(text, written, at.origin(), index, cause);
    }
}
