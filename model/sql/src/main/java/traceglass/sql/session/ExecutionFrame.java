package traceglass.sql.session;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import traceglass.sql.result.SqlLocation;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// The text being run: the user's text, or a module included by it.
///
/// @param written the user's text
/// @param module name of the module, or null
/// @param index index of the user's statement
/// @param outer the text that includes the module, or null
/// @param include location of the module's name in `outer`, or null
/// @param modules names of all modules read in the session, by their texts
record ExecutionFrame(
        String written, String module, int index, ExecutionFrame outer, Token include, Map<String, String> modules) {

    private static final String PRELUDE = "prelude";

    ExecutionFrame(String written, int index, Map<String, String> modules) {
        this(written, null, index, null, null, modules);
    }

    /// Creates the frame of a statement that the program runs for itself.
    ExecutionFrame(String written, int index) {
        this(written, index, new IdentityHashMap<>());
    }

    /// Returns the frame of a module that this one includes.
    ExecutionFrame ofModule(String name, Token location) {
        return new ExecutionFrame(written, name, index, this, location, modules);
    }

    /// Returns the frame of the prelude: the functions that every query may call.
    ExecutionFrame prelude() {
        return ofOwnText(PRELUDE);
    }

    /// Returns whether the text being run is the prelude.
    boolean isPrelude() {
        return PRELUDE.equals(module);
    }

    /// Returns the frame of a text of the program itself that this one uses.
    ExecutionFrame ofOwnText(String name) {
        return new ExecutionFrame(written, name, index, outer, include, modules);
    }

    /// Creates a problem at a token: its position in the original text, or the include's position and the line in
    /// the module.
    SqlProblem problem(String message, Token location, Throwable cause) {
        return problem(message, location, false, cause);
    }

    SqlProblem problem(SqlSyntaxException e, ErrorAdvice advice) {
        String message = advice.advise(e.getMessage(), List.of());
        if (e.location() != null) {
            return problem(message, e.location(), e.isAfter(), e);
        }
        List<SqlLocation> locations = new ArrayList<>();
        if (e.offset >= 0) {
            locations.add(SqlLocation.of("", written, e.offset, 1));
        }
        return SqlProblem.at(module == null ? message : "module " + module + ": " + message, locations, index, e);
    }

    private SqlProblem problem(String message, Token location, boolean isAfter, Throwable cause) {
        List<SqlLocation> locations = new ArrayList<>();
        Token caller = null;
        for (Token t = location; t != null; t = t.from()) {
            String text = textOf(t);
            if (text != null) {
                boolean isAfterToken = isAfter && t == location;
                locations.add(SqlLocation.of(heading(text, t, caller), t, isAfterToken));
            }
            caller = t;
        }
        for (ExecutionFrame f = this; f.include != null; f = f.outer) {
            String where = f.outer.module == null ? "included here" : "included in module " + f.outer.module;
            if (modules.containsKey(f.include.source()) || f.include.source().equals(written)) {
                locations.add(SqlLocation.of(where, f.include, false));
            }
        }
        boolean isWritten = outermost(location).source().equals(written);
        if (!isWritten) {
            locations.add(SqlLocation.of(locations.isEmpty() ? "" : "used here", written, location.origin(), 1));
        }
        String text = module == null
                ? message
                : "module " + module + ", line " + Math.max(location.line(), 1) + ": " + message;
        return SqlProblem.at(text, locations, index, cause);
    }

    /// Returns the token of the user's text that an error in a module or macro belongs to.
    private Token outermost(Token location) {
        ExecutionFrame f = this;
        Token t = location;
        while (f.include != null) {
            t = f.include;
            f = f.outer;
        }
        while (t.from() != null) {
            t = t.from();
        }
        return t;
    }

    /// Returns the source of a token: the name of a module, or an empty string for the user's text; null for
    /// generated tokens.
    private String textOf(Token t) {
        String name = modules.get(t.source());
        return name != null ? name : t.source().equals(written) || t.from() != null ? "" : null;
    }

    /// @param callee the token that this one leads to, null for the error
    private String heading(String text, Token t, Token callee) {
        boolean isInMacro = t.from() != null;
        if (callee == null && !isInMacro && text.isEmpty()) {
            return "";
        }
        String origin = (isInMacro ? " macro " + t.from().value() + "!" : "")
                + (text.isEmpty() ? "" : (isInMacro ? " of module " : " module ") + text);
        if (callee == null) {
            return "in" + origin;
        }
        return origin.isEmpty() ? "called here" : "called in" + origin;
    }
}
