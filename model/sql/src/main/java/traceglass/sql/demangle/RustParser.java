package traceglass.sql.demangle;

import java.util.Map;

/// Parses the names of Rust's `v0` scheme (RFC 2603), whose grammar is in the reference of `rustc`, and prints them
/// while parsing.
///
/// A path in type position prints its arguments as `Vec<u8>`, elsewhere as `f::<u8>`.
final class RustParser extends RustReader {

    private static final Map<Character, String> BASIC = Map.ofEntries(
            Map.entry('a', "i8"),
            Map.entry('b', "bool"),
            Map.entry('c', "char"),
            Map.entry('d', "f64"),
            Map.entry('e', "str"),
            Map.entry('f', "f32"),
            Map.entry('h', "u8"),
            Map.entry('i', "isize"),
            Map.entry('j', "usize"),
            Map.entry('l', "i32"),
            Map.entry('m', "u32"),
            Map.entry('n', "i128"),
            Map.entry('o', "u128"),
            Map.entry('p', "_"),
            Map.entry('s', "i16"),
            Map.entry('t', "u16"),
            Map.entry('u', "()"),
            Map.entry('v', "..."),
            Map.entry('x', "i64"),
            Map.entry('y', "u64"),
            Map.entry('z', "!"));
    private static final String INTEGERS = "ahijlmnostxy";
    private static final int MAX_DEPTH = 500;
    /// Maximum length: names with many back references can grow without limit.
    private static final int MAX_NAME_CHARS = 1 << 18;

    private final StringBuilder out = new StringBuilder();
    private int depth;
    private int boundLifetimes;
    private boolean isSilent;

    /// @param name the part after the prefix `_R`
    RustParser(String name) {
        super(name);
    }

    String symbol() {
        int dot = in.indexOf('.');
        String suffix = dot < 0 ? "" : in.substring(dot);
        int end = dot < 0 ? in.length() : dot;
        for (int i = 0; i < end; i++) {
            char c = in.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_')) {
                throw new MalformedName();
            }
        }
        if (position < end && Character.isDigit(in.charAt(position))) {
            // An unknown version of the scheme.
            throw new MalformedName();
        }
        path(false, false);
        if (position < end) {
            isSilent = true;
            path(false, false);
            isSilent = false;
        }
        if (position != end) {
            throw new MalformedName();
        }
        if (!suffix.isEmpty()) {
            print(" (" + suffix + ")");
        }
        return out.toString();
    }

    private void print(String text) {
        if (!isSilent) {
            out.append(text);
            if (out.length() > MAX_NAME_CHARS) {
                throw new MalformedName();
            }
        }
    }

    private void enter() {
        if (++depth > MAX_DEPTH) {
            throw new MalformedName();
        }
    }

    /// @param isInType whether the path is in type position
    /// @param keepsOpen whether the angle bracket of its arguments is left open
    /// @return whether an angle bracket is open now
    private boolean path(boolean isInType, boolean keepsOpen) {
        enter();
        boolean isOpen = false;
        switch (consume()) {
            case 'C' -> {
                disambiguator();
                print(identifier());
            }
            case 'M' -> {
                readImplPath(isInType);
                print("<");
                readType();
                print(">");
            }
            case 'X' -> {
                readImplPath(isInType);
                print("<");
                readType();
                print(" as ");
                path(true, false);
                print(">");
            }
            case 'Y' -> {
                print("<");
                readType();
                print(" as ");
                path(true, false);
                print(">");
            }
            case 'N' -> nested(isInType);
            case 'I' -> {
                path(isInType, false);
                print(isInType ? "<" : "::<");
                for (int i = 0; !consumeIf('E'); i++) {
                    print(i > 0 ? ", " : "");
                    readGenericArgument();
                }
                if (keepsOpen) {
                    isOpen = true;
                } else {
                    print(">");
                }
            }
            case 'B' -> {
                int back = backReference();
                if (back >= 0) {
                    int after = position;
                    position = back;
                    isOpen = path(isInType, keepsOpen);
                    position = after;
                }
            }
            default -> throw new MalformedName();
        }
        depth--;
        return isOpen;
    }

    private void readImplPath(boolean isInType) {
        boolean wasSilent = isSilent;
        isSilent = true;
        disambiguator();
        path(isInType, false);
        isSilent = wasSilent;
    }

    private void nested(boolean isInType) {
        char space = consume();
        if (!(space >= 'a' && space <= 'z' || space >= 'A' && space <= 'Z')) {
            throw new MalformedName();
        }
        path(isInType, false);
        long number = disambiguator();
        String name = identifier();
        if (space >= 'A' && space <= 'Z') {
            String kind = space == 'C' ? "closure" : space == 'S' ? "shim" : String.valueOf(space);
            print("::{" + kind + (name.isEmpty() ? "" : ":" + name) + "#" + Long.toUnsignedString(number) + "}");
        } else if (!name.isEmpty()) {
            print("::" + name);
        }
    }

    private void readGenericArgument() {
        if (consumeIf('L')) {
            printLifetime(base62());
        } else if (consumeIf('K')) {
            readConstant();
        } else {
            readType();
        }
    }

    private void readType() {
        enter();
        int start = position;
        char c = consume();
        String basic = BASIC.get(c);
        if (basic != null) {
            print(basic);
            depth--;
            return;
        }
        switch (c) {
            case 'A' -> {
                print("[");
                readType();
                print("; ");
                readConstant();
                print("]");
            }
            case 'S' -> {
                print("[");
                readType();
                print("]");
            }
            case 'T' -> {
                print("(");
                int i = 0;
                for (; !consumeIf('E'); i++) {
                    print(i > 0 ? ", " : "");
                    readType();
                }
                print(i == 1 ? ",)" : ")");
            }
            case 'R', 'Q' -> {
                print("&");
                if (consumeIf('L')) {
                    long lifetime = base62();
                    if (lifetime != 0) {
                        printLifetime(lifetime);
                        print(" ");
                    }
                }
                print(c == 'Q' ? "mut " : "");
                readType();
            }
            case 'P' -> {
                print("*const ");
                readType();
            }
            case 'O' -> {
                print("*mut ");
                readType();
            }
            case 'F' -> readFunction();
            case 'D' -> {
                dynBounds();
                if (!consumeIf('L')) {
                    throw new MalformedName();
                }
                long lifetime = base62();
                if (lifetime != 0) {
                    print(" + ");
                    printLifetime(lifetime);
                }
            }
            case 'B' -> {
                int back = backReference();
                if (back >= 0) {
                    int after = position;
                    position = back;
                    readType();
                    position = after;
                }
            }
            default -> {
                position = start;
                path(true, false);
            }
        }
        depth--;
    }

    private void readFunction() {
        int outer = boundLifetimes;
        readBinder();
        print(consumeIf('U') ? "unsafe " : "");
        if (consumeIf('K')) {
            String abi = consumeIf('C') ? "C" : identifier().replace('_', '-');
            print("extern \"" + abi + "\" ");
        }
        print("fn(");
        for (int i = 0; !consumeIf('E'); i++) {
            print(i > 0 ? ", " : "");
            readType();
        }
        print(")");
        if (!consumeIf('u')) {
            print(" -> ");
            readType();
        }
        boundLifetimes = outer;
    }

    private void dynBounds() {
        int outer = boundLifetimes;
        print("dyn ");
        readBinder();
        for (int i = 0; !consumeIf('E'); i++) {
            print(i > 0 ? " + " : "");
            boolean isOpen = path(true, true);
            while (consumeIf('p')) {
                print(isOpen ? ", " : "<");
                isOpen = true;
                print(identifier());
                print(" = ");
                readType();
            }
            print(isOpen ? ">" : "");
        }
        boundLifetimes = outer;
    }

    private void readBinder() {
        if (!consumeIf('G')) {
            return;
        }
        long count = base62() + 1;
        // Each lifetime must be used somewhere in the name.
        if (count < 0 || count >= in.length() - boundLifetimes) {
            throw new MalformedName();
        }
        print("for<");
        for (int i = 0; i < count; i++) {
            boundLifetimes++;
            print(i > 0 ? ", " : "");
            printLifetime(1);
        }
        print("> ");
    }

    /// @param index 0 for an erased one, else counted from the innermost binder
    private void printLifetime(long index) {
        if (index == 0) {
            print("'_");
            return;
        }
        if (index < 0 || index - 1 >= boundLifetimes) {
            throw new MalformedName();
        }
        long number = boundLifetimes - index;
        print(number < 26 ? "'" + (char) ('a' + number) : "'z" + (number - 26 + 1));
    }

    private void readConstant() {
        enter();
        char c = consume();
        if (c == 'p') {
            print("_");
        } else if (c == 'b') {
            long value = hex();
            if (value != 0 && value != 1) {
                throw new MalformedName();
            }
            print(value == 1 ? "true" : "false");
        } else if (c == 'c') {
            readCharacter();
        } else if (c == 'B') {
            int back = backReference();
            if (back >= 0) {
                int after = position;
                position = back;
                readConstant();
                position = after;
            }
        } else if (INTEGERS.indexOf(c) >= 0) {
            readInteger();
        } else {
            throw new MalformedName();
        }
        depth--;
    }

    private void readInteger() {
        print(consumeIf('n') ? "-" : "");
        String digits = hexDigits();
        print(digits.length() <= 16 ? Long.toUnsignedString(Long.parseUnsignedLong(digits, 16)) : "0x" + digits);
    }

    private void readCharacter() {
        long code = hex();
        if (!Character.isValidCodePoint((int) code)
                || code > Character.MAX_CODE_POINT
                || code >= 0xD800 && code < 0xE000) {
            throw new MalformedName();
        }
        String text = switch ((int) code) {
            case '\t' -> "\\t";
            case '\r' -> "\\r";
            case '\n' -> "\\n";
            case '\\' -> "\\\\";
            case '"' -> "\"";
            case '\'' -> "\\'";
            default ->
                code >= 0x20 && code < 0x7F ? String.valueOf((char) code) : "\\u{" + Long.toHexString(code) + "}";
        };
        print("'" + text + "'");
    }

    /// Returns the target of a back reference, -1 if nothing is to be printed there.
    private int backReference() {
        int start = position - 1;
        long target = base62();
        if (target < 0 || target >= start) {
            throw new MalformedName();
        }
        return isSilent ? -1 : (int) target;
    }
}
