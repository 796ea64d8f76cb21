package traceglass.sql.demangle;

import java.util.Map;

/// Parses literals, which can occur in expressions and template arguments.
abstract class ItaniumLiterals extends ItaniumTypes {

    private static final Map<Character, String> LITERAL_SUFFIX =
            Map.of('i', "", 'j', "u", 'l', "l", 'm', "ul", 'x', "ll", 'y', "ull");
    private static final Map<Character, String> LITERAL_CAST = Map.of(
            'a',
            "signed char",
            'c',
            "char",
            'h',
            "unsigned char",
            's',
            "short",
            't',
            "unsigned short",
            'w',
            "wchar_t",
            'n',
            "__int128",
            'o',
            "unsigned __int128");

    ItaniumLiterals(String name) {
        super(name);
    }

    @Override
    Node literal() {
        expect('L');
        char kind = peek();
        if (LITERAL_SUFFIX.containsKey(kind)) {
            position++;
            return number("", LITERAL_SUFFIX.get(kind));
        }
        if (LITERAL_CAST.containsKey(kind)) {
            position++;
            return number("(" + LITERAL_CAST.get(kind) + ")", "");
        }
        switch (kind) {
            case 'b' -> {
                if (consumeIf("b0E")) {
                    return new Simple(Node.of("false"));
                }
                if (consumeIf("b1E")) {
                    return new Simple(Node.of("true"));
                }
                throw new MalformedName();
            }
            case 'f' -> {
                position++;
                return floating(8, "f");
            }
            case 'd' -> {
                position++;
                return floating(16, "");
            }
            case 'e' -> {
                position++;
                return floating(20, "L");
            }
            case '_' -> {
                if (!consumeIf("_Z")) {
                    throw new MalformedName();
                }
                Node e = encoding();
                expect('E');
                return e;
            }
            case 'A' -> {
                Node t = type();
                expect('E');
                return wrapped("\"<", t, ">\"");
            }
            case 'D' -> {
                if (consumeIf("Dn")) {
                    consumeIf('0');
                    expect('E');
                    return new Simple(Node.of("nullptr"));
                }
            }
            default -> {}
        }
        Node type = type();
        String value = digits(true);
        if (value.isEmpty()) {
            expect('E');
            return type;
        }
        expect('E');
        return new Simple(Node.of(out -> {
            out.add("(");
            type.print(out);
            out.add(")" + (value.startsWith("n") ? "-" + value.substring(1) : value));
        }));
    }

    private Node number(String before, String after) {
        String value = digits(true);
        if (value.isEmpty() || value.equals("n")) {
            throw new MalformedName();
        }
        expect('E');
        return new Simple(Node.of(before + (value.startsWith("n") ? "-" + value.substring(1) : value) + after));
    }

    /// Parses a floating-point number given as the hexadecimal digits of its bits.
    private Node floating(int length, String suffix) {
        if (position + length >= name.length()) {
            throw new MalformedName();
        }
        String hex = name.substring(position, position + length);
        position += length;
        expect('E');
        try {
            if (length == 8) {
                return new Simple(Node.of(hexFloat(Float.intBitsToFloat(Integer.parseUnsignedInt(hex, 16))) + suffix));
            }
            if (length == 16) {
                return new Simple(Node.of(hexFloat(Double.longBitsToDouble(Long.parseUnsignedLong(hex, 16))) + suffix));
            }
        } catch (NumberFormatException e) {
            throw new MalformedName();
        }
        return new Simple(Node.of("0x" + hex + suffix));
    }

    /// Formats like C's `%a`.
    private static String hexFloat(double d) {
        String s = Double.toHexString(d);
        int p = s.indexOf('p');
        if (p < 0) {
            return s;
        }
        String mantissa = s.substring(0, p);
        if (mantissa.endsWith(".0")) {
            mantissa = mantissa.substring(0, mantissa.length() - 2);
        }
        String exponent = s.substring(p + 1);
        return mantissa + "p" + (exponent.startsWith("-") ? "" : "+") + exponent;
    }

    /// Returns a node that prints texts before and after another node.
    static Node wrapped(String before, Node n, String after) {
        return Node.of(out -> {
            out.add(before);
            n.print(out);
            out.add(after);
        });
    }

    /// An operand that needs no parentheses.
    static final class Simple extends Node {
        private final Node inner;

        Simple(Node inner) {
            this.inner = inner;
        }

        @Override
        void printLeft(Out out) {
            inner.print(out);
        }

        @Override
        String baseName() {
            return inner.baseName();
        }
    }
}
