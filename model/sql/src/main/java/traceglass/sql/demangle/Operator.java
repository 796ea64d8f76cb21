package traceglass.sql.demangle;

import java.util.HashMap;
import java.util.Map;

/// C++ operators by their two-letter codes.
record Operator(Kind kind, String symbol, String call) {

    /// Position of an operator relative to its operands.
    enum Kind {
        PREFIX,
        POSTFIX,
        BINARY,
        ARRAY,
        MEMBER,
        NEW,
        DELETE,
        CALL,
        CAST,
        CONDITIONAL,
        OF_TYPE,
        OF_EXPRESSION,
        NAME_ONLY
    }

    private static final Map<String, Operator> ALL = new HashMap<>();

    static {
        binary(
                "aN", "&=", "aS", "=", "aa", "&&", "an", "&", "cm", ",", "dV", "/=", "dv", "/", "eO", "^=", "eo", "^",
                "eq", "==", "ge", ">=", "gt", ">", "lS", "<<=", "le", "<=", "ls", "<<", "lt", "<", "mI", "-=", "mL",
                "*=", "mi", "-", "ml", "*", "ne", "!=", "oR", "|=", "oo", "||", "or", "|", "pL", "+=", "pl", "+", "rM",
                "%=", "rS", ">>=", "rm", "%", "rs", ">>", "ss", "<=>");
        all(Kind.PREFIX, "ad", "&", "aw", "co_await ", "co", "~", "de", "*", "ng", "-", "nt", "!", "ps", "+");
        all(Kind.POSTFIX, "mm", "--", "pp", "++");
        all(Kind.MEMBER, "ds", ".*", "dt", ".", "pm", "->*", "pt", "->");
        all(Kind.ARRAY, "ix", "[]");
        all(Kind.CALL, "cl", "()");
        all(Kind.CONDITIONAL, "qu", "?");
        all(Kind.NEW, "nw", " new", "na", " new[]");
        all(Kind.DELETE, "dl", " delete", "da", " delete[]");
        all(Kind.CAST, "cc", "const_cast", "dc", "dynamic_cast", "rc", "reinterpret_cast", "sc", "static_cast");
        all(Kind.OF_TYPE, "at", "alignof ", "st", "sizeof ", "ti", "typeid ");
        all(Kind.OF_EXPRESSION, "az", "alignof ", "sz", "sizeof ", "te", "typeid ", "nx", "noexcept ");
    }

    private static void binary(String... pairs) {
        all(Kind.BINARY, pairs);
    }

    private static void all(Kind kind, String... pairs) {
        for (int i = 0; i < pairs.length; i += 2) {
            ALL.put(pairs[i], new Operator(kind, pairs[i + 1], pairs[i]));
        }
    }

    /// Returns the operator with these two letters, or null.
    static Operator of(char first, char second) {
        return ALL.get("" + first + second);
    }

    /// Returns the text after `operator` in the name of a function, or null if no function has such a name.
    static String nameOf(char first, char second) {
        Operator o = of(first, second);
        if (o == null
                || o.call.equals("dt")
                || o.call.equals("ds")
                || o.kind == Kind.CAST
                || o.kind == Kind.OF_TYPE
                || o.kind == Kind.OF_EXPRESSION) {
            return null;
        }
        return o.call.equals("aw") ? " co_await" : o.symbol;
    }
}
