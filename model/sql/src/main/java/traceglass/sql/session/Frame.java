package traceglass.sql.session;

import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.Token;

/// What is being run: the user's text, or a module that it includes.
///
/// @param written the user's text
/// @param module name of the module, or null
/// @param index of the user's statement
record Frame(String written, String module, int index) {

    /// A problem at a token: its place in what was written, or the include's place and the line in the module.
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
