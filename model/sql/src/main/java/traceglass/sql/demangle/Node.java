package traceglass.sql.demangle;

/// Part of a demangled name. Declarators surround the name they declare, so a part is printed in two pieces, left
/// and right of the name.
abstract class Node {

    /// Printed text, and the current element of parameter packs.
    static final class Out {
        static final int NO_PACK = -1;
        /// Maximum length: substitutions can double a name's length with every letter, so longer names are
        /// treated as malformed.
        static final int LIMIT = 1 << 20;

        final StringBuilder text = new StringBuilder();
        int packIndex = NO_PACK;
        int packSize = NO_PACK;
        int depth;

        void add(String s) {
            text.append(s);
            if (text.length() > LIMIT) {
                throw new ItaniumReader.MalformedName();
            }
        }

        boolean endsWith(char c) {
            return !text.isEmpty() && text.charAt(text.length() - 1) == c;
        }
    }

    abstract void printLeft(Out out);

    void printRight(Out out) {}

    /// Returns whether something is printed on the right.
    boolean hasRight(Out out) {
        return false;
    }

    boolean isArray(Out out) {
        return false;
    }

    boolean isFunction(Out out) {
        return false;
    }

    /// Returns the name without scope and arguments, which is the name of constructors.
    String baseName() {
        return "";
    }

    final void print(Out out) {
        printLeft(out);
        printRight(out);
    }

    final String text() {
        Out out = new Out();
        print(out);
        return out.text.toString();
    }

    /// Prints parts separated by commas; an empty pack leaves no comma.
    static void printList(Out out, Iterable<Node> nodes) {
        boolean isFirst = true;
        for (Node n : nodes) {
            int before = out.text.length();
            if (!isFirst) {
                out.add(", ");
            }
            int afterComma = out.text.length();
            n.print(out);
            if (out.text.length() == afterComma) {
                out.text.setLength(before);
            } else {
                isFirst = false;
            }
        }
    }

    /// Returns a part with fixed text.
    static Node of(String text) {
        return new Text(text, text);
    }

    /// Returns a part with fixed text and a different name for constructors.
    static Node of(String text, String base) {
        return new Text(text, base);
    }

    private static final class Text extends Node {
        private final String text;
        private final String base;

        Text(String text, String base) {
            this.text = text;
            this.base = base;
        }

        @Override
        void printLeft(Out out) {
            out.add(text);
        }

        @Override
        String baseName() {
            return base;
        }
    }

    /// Prints a part that has nothing on the right.
    interface Printer {
        void print(Out out);
    }

    static Node of(Printer printer) {
        return of(printer, "");
    }

    static Node of(Printer printer, String base) {
        return new Node() {
            @Override
            void printLeft(Out out) {
                printer.print(out);
            }

            @Override
            String baseName() {
                return base;
            }
        };
    }
}
