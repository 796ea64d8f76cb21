package traceglass.ingest.ctf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Parses the types of TSDL.
final class TsdlTypes {

    private static final int MAX_DEPTH = 64;

    private final TsdlTokens in;
    private final boolean isBigEndian;
    private Scope scope = new Scope(null);
    private int depth;

    /// Names of types in a block; nested blocks see the names of enclosing ones.
    private static final class Scope {
        final Scope outer;
        final Map<String, CtfType> types = new HashMap<>();

        Scope(Scope outer) {
            this.outer = outer;
        }

        CtfType get(String name) {
            for (Scope s = this; s != null; s = s.outer) {
                if (s.types.containsKey(name)) {
                    return s.types.get(name);
                }
            }
            return null;
        }
    }

    /// Declared name with its type.
    record Field(String name, CtfType type) {}

    TsdlTypes(TsdlTokens in) {
        this.in = in;
        isBigEndian = isBig(in.traceByteOrder(), false);
    }

    boolean isBigEndian() {
        return isBigEndian;
    }

    /// Leaves all blocks, to recover from a part that could not be read.
    void reset() {
        depth = 0;
        while (scope.outer != null) {
            scope = scope.outer;
        }
    }

    void enter() {
        scope = new Scope(scope);
    }

    void leave() {
        scope = scope.outer;
    }

    /// Reads a definition if there is one: `typealias`, `typedef`, or a named type. Returns whether there was one.
    boolean parseDefinition() throws IOException {
        if (in.consumeIf("typealias")) {
            CtfType type = parseType(null);
            in.expect(":=");
            StringBuilder name = new StringBuilder();
            while (!in.peek().equals(";")) {
                name.append(name.isEmpty() ? "" : " ").append(in.consume());
            }
            scope.types.put(name.toString(), type);
            in.expect(";");
            return true;
        }
        if (in.consumeIf("typedef")) {
            List<Field> names = new ArrayList<>();
            addFields(names);
            for (Field f : names) {
                scope.types.put(f.name, f.type);
            }
            return true;
        }
        if (List.of("struct", "enum", "variant").contains(in.peek()) && isDefinition()) {
            parseType(null);
            in.expect(";");
            return true;
        }
        return false;
    }

    /// Returns whether the next tokens define a named type and declare no field of it.
    private boolean isDefinition() {
        int ahead = 1;
        if (in.peek(ahead).isEmpty()
                || !Character.isJavaIdentifierStart(in.peek(ahead).charAt(0))) {
            return false;
        }
        while (!in.peek(ahead).equals("{")) {
            if (in.peek(ahead).equals(";") || in.peek(ahead).isEmpty()) {
                return false;
            }
            ahead++;
        }
        int braces = 0;
        do {
            braces += in.peek(ahead).equals("{") ? 1 : in.peek(ahead).equals("}") ? -1 : 0;
            ahead++;
        } while (braces > 0 && !in.peek(ahead).isEmpty());
        if (in.peek(ahead).equals("align")) {
            ahead += 4;
        }
        return in.peek(ahead).equals(";");
    }

    /// Reads a type.
    ///
    /// @param field receives the name of a field that follows a type of several words; may be null
    CtfType parseType(List<String> field) throws IOException {
        if (++depth > MAX_DEPTH) {
            throw new IOException("types are nested too deeply");
        }
        in.consumeIf("const");
        CtfType type = switch (in.peek()) {
            case "struct" -> parseStruct();
            case "variant" -> parseVariant();
            case "enum" -> parseEnumeration();
            case "integer" -> parseInteger();
            case "floating_point" -> parseReal();
            case "string" -> {
                in.consume();
                if (in.consumeIf("{")) {
                    parseAttributes();
                }
                yield new CtfType.Text();
            }
            default -> parseNamed(field);
        };
        depth--;
        return type;
    }

    private CtfType parseNamed(List<String> field) throws IOException {
        List<String> words = new ArrayList<>();
        while (in.isName() || in.peek().equals("*")) {
            words.add(in.consume());
        }
        if (field != null && words.size() > 1) {
            field.add(words.removeLast());
        }
        CtfType type = scope.get(String.join(" ", words));
        if (type == null) {
            throw new IOException("unknown type '" + String.join(" ", words) + "'");
        }
        return type;
    }

    private CtfType parseStruct() throws IOException {
        in.expect("struct");
        String name = in.isName() && !in.peek().equals("align") ? "struct " + in.consume() : null;
        if (!in.consumeIf("{")) {
            return find(name);
        }
        List<Field> fields = parseBody();
        int align = 1;
        if (in.consumeIf("align")) {
            in.expect("(");
            align = (int) parseNumber(in.consume());
            in.expect(")");
        }
        List<String> names = fields.stream().map(Field::name).toList();
        List<CtfType> types = fields.stream().map(Field::type).toList();
        for (CtfType type : types) {
            align = Math.max(align, type.align());
        }
        CtfType struct = new CtfType.Struct(names, names, types, align);
        define(name, struct);
        return struct;
    }

    private CtfType find(String name) throws IOException {
        CtfType type = name == null ? null : scope.get(name);
        if (type == null) {
            throw new IOException("unknown type '" + name + "'");
        }
        return type;
    }

    private void define(String name, CtfType type) {
        if (name != null) {
            scope.types.put(name, type);
        }
    }

    /// Reads the fields of a block whose opening brace has been consumed.
    private List<Field> parseBody() throws IOException {
        List<Field> fields = new ArrayList<>();
        enter();
        while (!in.consumeIf("}")) {
            if (!parseDefinition()) {
                addFields(fields);
            }
        }
        leave();
        return fields;
    }

    /// Reads a type and the names declared with it, including array bounds.
    private void addFields(List<Field> to) throws IOException {
        List<String> first = new ArrayList<>();
        CtfType type = parseType(first);
        do {
            String name = first.isEmpty() ? in.consume() : first.removeFirst();
            to.add(new Field(name, parseArray(type)));
        } while (in.consumeIf(","));
        in.expect(";");
    }

    private CtfType parseArray(CtfType element) throws IOException {
        if (!in.consumeIf("[")) {
            return element;
        }
        List<String> path = new ArrayList<>();
        while (!in.consumeIf("]")) {
            String token = in.consume();
            if (!token.equals(".") && !token.equals("->")) {
                path.add(token);
            }
        }
        CtfType inner = parseArray(element);
        boolean isText = inner instanceof CtfType.Int i && i.isText() && i.size() == Byte.SIZE;
        boolean isNumber = path.size() == 1 && Character.isDigit(path.get(0).charAt(0));
        return isNumber
                ? new CtfType.Array(inner, parseNumber(path.get(0)), null, isText)
                : new CtfType.Array(inner, -1, path, isText);
    }

    private CtfType parseVariant() throws IOException {
        in.expect("variant");
        String name = in.isName() ? "variant " + in.consume() : null;
        List<String> selector = List.of();
        if (in.consumeIf("<")) {
            selector = new ArrayList<>();
            while (!in.consumeIf(">")) {
                String token = in.consume();
                if (!token.equals(".")) {
                    selector.add(token);
                }
            }
        }
        if (!in.consumeIf("{")) {
            if (!(find(name) instanceof CtfType.Variant v)) {
                throw new IOException("'" + name + "' is not a variant");
            }
            return new CtfType.Variant(selector, v.names(), v.types(), null);
        }
        List<Field> fields = parseBody();
        CtfType variant = new CtfType.Variant(
                selector,
                fields.stream().map(Field::name).toList(),
                fields.stream().map(Field::type).toList(),
                null);
        define(name, variant);
        return variant;
    }

    private CtfType parseEnumeration() throws IOException {
        in.expect("enum");
        String name = in.isName() ? "enum " + in.consume() : null;
        CtfType container = null;
        if (in.consumeIf(":")) {
            container = parseType(null);
        }
        if (!in.consumeIf("{")) {
            return find(name);
        }
        if (container == null) {
            container = scope.get("int");
        }
        if (!(container instanceof CtfType.Int base)) {
            throw new IOException("an enumeration has no integer type");
        }
        List<CtfType.Label> labels = new ArrayList<>();
        long next = 0;
        while (!in.consumeIf("}")) {
            String label = in.consume();
            long low = next;
            long high = low;
            if (in.consumeIf("=")) {
                low = parseSigned();
                high = in.consumeIf("...") ? parseSigned() : low;
            }
            labels.add(new CtfType.Label(label.startsWith("\"") ? label.substring(1) : label, low, high));
            next = high + 1;
            in.consumeIf(",");
        }
        CtfType type = new CtfType.Int(
                base.size(), base.align(), base.isSigned(), base.isBigEndian(), base.clock(), false, labels);
        define(name, type);
        return type;
    }

    private long parseSigned() throws IOException {
        boolean isNegative = in.consumeIf("-");
        in.consumeIf("+");
        long value = parseNumber(in.consume());
        return isNegative ? -value : value;
    }

    private CtfType parseInteger() throws IOException {
        in.expect("integer");
        in.expect("{");
        Map<String, String> a = parseAttributes();
        int size = (int) parseNumber(a.getOrDefault("size", "0"));
        if (size < 1 || size > Long.SIZE) {
            throw new IOException("an integer has " + size + " bits");
        }
        int align = (int) parseNumber(a.getOrDefault("align", size % Byte.SIZE == 0 ? "8" : "1"));
        String signed = a.getOrDefault("signed", "false");
        String encoding = a.getOrDefault("encoding", "none");
        String map = a.get("map");
        String clock =
                map == null || !map.startsWith("clock.") ? null : map.substring(6, Math.max(6, map.lastIndexOf('.')));
        return new CtfType.Int(
                size,
                Math.max(align, 1),
                signed.equalsIgnoreCase("true") || signed.equals("1"),
                isBig(a.getOrDefault("byte_order", ""), isBigEndian),
                clock,
                encoding.equalsIgnoreCase("utf8") || encoding.equalsIgnoreCase("ascii"),
                List.of());
    }

    private CtfType parseReal() throws IOException {
        in.expect("floating_point");
        in.expect("{");
        Map<String, String> a = parseAttributes();
        long size = parseNumber(a.getOrDefault("exp_dig", "11")) + parseNumber(a.getOrDefault("mant_dig", "53"));
        if (size != Float.SIZE && size != Double.SIZE) {
            throw new IOException("a floating-point number has " + size + " bits");
        }
        int align = (int) parseNumber(a.getOrDefault("align", "8"));
        return new CtfType.Real((int) size, Math.max(align, 1), isBig(a.getOrDefault("byte_order", ""), isBigEndian));
    }

    /// Reads assignments up to the closing brace.
    Map<String, String> parseAttributes() throws IOException {
        Map<String, String> attributes = new HashMap<>();
        while (!in.consumeIf("}")) {
            String key = in.consume();
            if (in.consumeIf("=")) {
                StringBuilder value = new StringBuilder();
                while (!in.peek().equals(";") && !in.peek().equals("}")) {
                    String token = in.consume();
                    value.append(token.startsWith("\"") ? token.substring(1) : token);
                }
                attributes.put(key, value.toString());
            }
            in.consumeIf(";");
        }
        return attributes;
    }

    private static boolean isBig(String order, boolean isBigByDefault) {
        return switch (order) {
            case "be", "network" -> true;
            case "le" -> false;
            default -> isBigByDefault;
        };
    }

    /// Returns a decimal, octal or hexadecimal number; 0 for other strings.
    static long parseNumber(String text) {
        String t = text.replaceAll("[uUlL]+$", "");
        boolean isNegative = t.startsWith("-");
        t = isNegative ? t.substring(1) : t;
        try {
            long value = t.startsWith("0x") || t.startsWith("0X")
                    ? Long.parseUnsignedLong(t.substring(2), 16)
                    : t.length() > 1 && t.startsWith("0") ? Long.parseUnsignedLong(t, 8) : Long.parseUnsignedLong(t);
            return isNegative ? -value : value;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
